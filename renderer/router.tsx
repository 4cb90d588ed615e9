import {
  type AnyRoute,
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { currentSession } from './gateway/session.ts'
import { BrokenScreen, NoSuchScreen } from './parts/no-screen.tsx'
import { Loading } from './parts/states.tsx'
import { Sales } from './screens/cashier/sales/sales.tsx'
import { type SalesSearch, searchFields } from './screens/cashier/sales/wanted.ts'
import { Shell } from './screens/shell.tsx'
import { placeFilterFields, type TodoSearch, todoViews } from './screens/supervisor/todo/choice.ts'

/** Every screen with its address. Most are loaded when they are opened. */
const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchScreen })

type AnyScreens = Readonly<Record<string, RouteComponent>>

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/owner/settings.tsx'), 'Settings'),
})

/** Makes routes that have an address and nothing else. */
const roomsOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Screens extends AnyScreens>(path: Path, load: () => Promise<Screens>, name: keyof Screens) =>
    createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) })
const room = roomsOf(root)
const ownerRoom = roomsOf(settings)

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // The router redirects if this is thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: currentSession()?.scopes.includes('admin') ? '/today' : '/sales' })
  },
})

type Search = Readonly<Record<string, unknown>>

/** The given fields that the address has, as texts. */
function textsOf<Field extends string>(
  fields: readonly Field[],
  search: Search,
): Readonly<Partial<Record<Field, string>>> {
  const texts = fields.flatMap((field) => {
    const value = search[field]
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' ? [[field, text] as const] : []
  })
  return Object.fromEntries(texts) as Partial<Record<Field, string>>
}

const sales = createRoute({
  getParentRoute: () => root,
  path: '/sales',
  component: Sales,
  validateSearch: (search: Search): SalesSearch => textsOf(searchFields, search),
})

export interface NewDocumentSearch {
  /** SALE_GUID of the document that a note is for. */
  readonly original?: string
  readonly kind?: string
  /** SALE_GUID of the refused document to be corrected. */
  readonly correct?: string
  /** Show the list of drafts first. */
  readonly drafts?: true
}

const startDocument = createRoute({
  getParentRoute: () => root,
  path: '/new',
  component: lazyRouteComponent(() => import('./screens/cashier/new-document/start.tsx'), 'StartOrResumeDocument'),
  validateSearch: (search: Search): NewDocumentSearch => ({
    ...textsOf(['original', 'kind', 'correct'], search),
    ...(search['drafts'] === true && { drafts: true }),
  }),
})

const newDocument = createRoute({
  getParentRoute: () => root,
  path: '/new/$draft',
  component: lazyRouteComponent(() => import('./screens/cashier/new-document/new-document.tsx'), 'NewDocument'),
  validateSearch: (search: Search): Pick<NewDocumentSearch, 'correct'> => textsOf(['correct'], search),
})

const todo = createRoute({
  getParentRoute: () => root,
  path: '/todo',
  component: lazyRouteComponent(() => import('./screens/supervisor/todo/todo.tsx'), 'Todo'),
  validateSearch: (search: Search): TodoSearch => {
    const show = todoViews.find((choice) => choice === search['show'])
    return { ...textsOf([...placeFilterFields, 'at', 'after'], search), ...(show !== undefined && { show }) }
  },
})

const provider = createRoute({
  getParentRoute: () => settings,
  path: '/provider',
  component: lazyRouteComponent(() => import('./screens/owner/provider.tsx'), 'Provider'),
  validateSearch: (search: Search): { readonly sale?: string } => textsOf(['sale'], search),
})

const companies = createRoute({
  getParentRoute: () => settings,
  path: '/companies',
  component: lazyRouteComponent(() => import('./screens/owner/companies.tsx'), 'Companies'),
  // The form that is open, and the COMPANY_GUID of its company.
  validateSearch: (search: Search) => textsOf(['form', 'company'], search),
})

const rooms = [
  room('/sales/$guid', () => import('./screens/cashier/record/record.tsx'), 'RecordScreen'),
  room('/sales/$guid/buyer', () => import('./screens/cashier/conversion/conversion.tsx'), 'ConversionScreen'),
  room('/sales/$guid/done', () => import('./screens/cashier/record/done.tsx'), 'DoneScreen'),
  room('/till', () => import('./screens/cashier/till/till.tsx'), 'TillChoice'),
  room('/shifts', () => import('./screens/supervisor/shift/shifts.tsx'), 'TillShiftsScreen'),
  room('/reports', () => import('./screens/supervisor/shift/report.tsx'), 'SalesReportScreen'),
  room('/reconciliation', () => import('./screens/supervisor/shift/reconciliation.tsx'), 'ReconciliationScreen'),
  room('/consolidation', () => import('./screens/supervisor/consolidation/consolidation.tsx'), 'ConsolidationScreen'),
  room('/consolidation/$run', () => import('./screens/supervisor/consolidation/run.tsx'), 'ConsolidationRun'),
  room('/today', () => import('./screens/owner/today.tsx'), 'Today'),
  room('/health', () => import('./screens/supervisor/health/health.tsx'), 'HealthScreen'),
] as const

const ownerRooms = [
  ownerRoom('/', () => import('./screens/owner/first-steps.tsx'), 'SettingsStart'),
  ownerRoom('/first-steps', () => import('./screens/owner/first-steps.tsx'), 'FirstSteps'),
  ownerRoom('/go-live', () => import('./screens/owner/go-live/go-live.tsx'), 'GoLive'),
  ownerRoom('/people', () => import('./screens/owner/people.tsx'), 'People'),
  ownerRoom('/buyers', () => import('./screens/owner/buyers.tsx'), 'Buyers'),
  ownerRoom('/tokens', () => import('./screens/owner/tokens.tsx'), 'Tokens'),
  ownerRoom('/mail', () => import('./screens/owner/mail.tsx'), 'MailSettings'),
  ownerRoom('/backup', () => import('./screens/owner/copies.tsx'), 'Backup'),
  ownerRoom('/practice', () => import('./screens/owner/practice.tsx'), 'PracticeFaults'),
  ownerRoom('/this-computer', () => import('./screens/owner/desktop.tsx'), 'ThisComputer'),
  ownerRoom('/provider/keys', () => import('./screens/owner/tokens.tsx'), 'Tokens'),
  ownerRoom('/provider/webhooks', () => import('./screens/owner/webhooks.tsx'), 'Webhooks'),
  ownerRoom('/provider/codes', () => import('./screens/owner/codes.tsx'), 'Codes'),
  ownerRoom('/about', () => import('./screens/owner/about.tsx'), 'About'),
] as const

export const router = createRouter({
  routeTree: root.addChildren([
    settings.addChildren([...ownerRooms, companies, provider]),
    home,
    sales,
    startDocument,
    newDocument,
    todo,
    ...rooms,
  ]),
  history: createHashHistory(),
  // The script of a screen is loaded when the pointer comes near its link.
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenScreen,
  defaultPendingComponent: Loading,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
