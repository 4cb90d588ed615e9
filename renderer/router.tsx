import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Broken } from './parts/broken.tsx'
import { NoSuchScreen } from './parts/no-such-screen.tsx'
import { Loading } from './parts/states.tsx'
import { Sales } from './screens/cashier/sales/sales.tsx'
import { type SalesSearch, searchFields } from './screens/cashier/sales/wanted.ts'
import { Shell } from './screens/shell.tsx'
import { shownChoices, type TodoSearch } from './screens/supervisor/todo/choice.ts'

/** Every screen with its address. Those not needed at once are loaded when they are opened. */
const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchScreen })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // The router stops here by what is thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/sales' })
  },
})

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

const sales = createRoute({
  getParentRoute: () => root,
  path: '/sales',
  component: Sales,
  validateSearch: (search: Readonly<Record<string, unknown>>): SalesSearch =>
    Object.fromEntries(
      searchFields.flatMap((field) => {
        const text = textOf(search[field])
        return text === undefined ? [] : [[field, text]]
      }),
    ),
})

const record = createRoute({
  getParentRoute: () => root,
  path: '/sales/$guid',
  component: lazyRouteComponent(() => import('./screens/cashier/record/record.tsx'), 'RecordScreen'),
})

const conversion = createRoute({
  getParentRoute: () => root,
  path: '/sales/$guid/buyer',
  component: lazyRouteComponent(() => import('./screens/cashier/conversion/conversion.tsx'), 'ConversionScreen'),
})

export interface NewDocumentSearch {
  /** SALE_GUID of the document that a note is for. */
  readonly original?: string
  readonly kind?: string
  /** SALE_GUID of the refused document to be corrected. */
  readonly correct?: string
  /** For whose code was just scanned. */
  readonly buyer?: true
}

const till = createRoute({
  getParentRoute: () => root,
  path: '/till',
  component: lazyRouteComponent(() => import('./screens/cashier/till/till.tsx'), 'TillScreen'),
})

const done = createRoute({
  getParentRoute: () => root,
  path: '/sales/$guid/done',
  component: lazyRouteComponent(() => import('./screens/cashier/record/done.tsx'), 'DoneScreen'),
})

const startDocument = createRoute({
  getParentRoute: () => root,
  path: '/new',
  component: lazyRouteComponent(() => import('./screens/cashier/new-document/start.tsx'), 'StartDocument'),
  validateSearch: (search: Readonly<Record<string, unknown>>): NewDocumentSearch => {
    const original = textOf(search['original'])
    const kind = textOf(search['kind'])
    const correct = textOf(search['correct'])
    return {
      ...(original !== undefined && { original }),
      ...(kind !== undefined && { kind }),
      ...(correct !== undefined && { correct }),
      ...(search['buyer'] === true && { buyer: true }),
    }
  },
})

const newDocument = createRoute({
  getParentRoute: () => root,
  path: '/new/$draft',
  component: lazyRouteComponent(() => import('./screens/cashier/new-document/new-document.tsx'), 'NewDocument'),
  validateSearch: (search: Readonly<Record<string, unknown>>): Pick<NewDocumentSearch, 'correct'> => {
    const correct = textOf(search['correct'])
    return correct === undefined ? {} : { correct }
  },
})

const todo = createRoute({
  getParentRoute: () => root,
  path: '/todo',
  component: lazyRouteComponent(() => import('./screens/supervisor/todo/todo.tsx'), 'Todo'),
  validateSearch: (search: Readonly<Record<string, unknown>>): TodoSearch => {
    const company = textOf(search['company'])
    const outlet = textOf(search['outlet'])
    const terminal = textOf(search['terminal'])
    const shift = textOf(search['shift'])
    const at = textOf(search['at'])
    const show = shownChoices.find((choice) => choice === search['show'])
    return {
      ...(company !== undefined && { company }),
      ...(outlet !== undefined && { outlet }),
      ...(terminal !== undefined && { terminal }),
      ...(shift !== undefined && { shift }),
      ...(show !== undefined && { show }),
      ...(at !== undefined && { at }),
    }
  },
})

const shiftRooms = [
  createRoute({
    getParentRoute: () => root,
    path: '/shifts',
    component: lazyRouteComponent(() => import('./screens/supervisor/shift/shifts.tsx'), 'Shifts'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/figures',
    component: lazyRouteComponent(() => import('./screens/supervisor/shift/figures.tsx'), 'Figures'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reconciliation',
    component: lazyRouteComponent(
      () => import('./screens/supervisor/shift/reconciliation.tsx'),
      'ReconciliationScreen',
    ),
  }),
] as const

const consolidationRooms = [
  createRoute({
    getParentRoute: () => root,
    path: '/consolidation',
    component: lazyRouteComponent(
      () => import('./screens/supervisor/consolidation/consolidation.tsx'),
      'ConsolidationScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/consolidation/$run',
    component: lazyRouteComponent(() => import('./screens/supervisor/consolidation/run.tsx'), 'ConsolidationRun'),
  }),
] as const

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(() => import('./screens/supervisor/health/health.tsx'), 'HealthScreen'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/owner/settings.tsx'), 'Settings'),
})

const ownerRooms = [
  createRoute({
    getParentRoute: () => settings,
    path: '/first-steps',
    component: lazyRouteComponent(() => import('./screens/owner/first-steps.tsx'), 'FirstSteps'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/go-live',
    component: lazyRouteComponent(() => import('./screens/owner/go-live/go-live.tsx'), 'GoLive'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/people',
    component: lazyRouteComponent(() => import('./screens/owner/people.tsx'), 'People'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/companies',
    component: lazyRouteComponent(() => import('./screens/owner/companies.tsx'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/tokens',
    component: lazyRouteComponent(() => import('./screens/owner/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./screens/owner/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/codes',
    component: lazyRouteComponent(() => import('./screens/owner/codes.tsx'), 'Codes'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/backup',
    component: lazyRouteComponent(() => import('./screens/owner/backup.tsx'), 'Backup'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/practice',
    component: lazyRouteComponent(() => import('./screens/owner/practice.tsx'), 'Practice'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/this-computer',
    component: lazyRouteComponent(() => import('./screens/owner/desktop.tsx'), 'ThisComputer'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/about',
    component: lazyRouteComponent(() => import('./screens/owner/about.tsx'), 'About'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([
    settings.addChildren(ownerRooms),
    home,
    sales,
    record,
    conversion,
    till,
    done,
    startDocument,
    newDocument,
    todo,
    ...shiftRooms,
    ...consolidationRooms,
    health,
  ]),
  history: createHashHistory(),
  // Its script is there before a screen is opened.
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  defaultPendingComponent: Loading,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
