import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { isTimeoutError } from './gateway/api.ts'
import { desktop } from './gateway/desktop.ts'
import { refetchWhileAway } from './gateway/refetch.ts'
import { useSessionState, useTargetInstallation } from './gateway/session.ts'
import { router } from './router.tsx'
import { SignInFrame } from './screens/sign-in/sign-in-frame.tsx'
import { theme } from './style/theme.ts'
import { onLanguageChange } from './words/language.ts'

/** Loaded when it is needed, long after the first screen; the desktop's banner never in a browser. */
const DesktopBanner = lazy(async () => ({ default: (await import('./parts/desktop-banner.tsx')).DesktopBanner }))
const OwnerPinDialog = lazy(async () => ({ default: (await import('./actions/owner-pin-dialog.tsx')).OwnerPinDialog }))
const Moving = lazy(async () => ({ default: (await import('./screens/owner/go-live/moving.tsx')).Moving }))

/** A failed query is asked once more at once. If it failed by the time limit, the screen says so first. */
const retry = (failures: number, error: Error): boolean => failures < 1 && !isTimeoutError(error)

const queries = new QueryClient({
  defaultOptions: {
    // The gateway is on this computer, so answers are fresh.
    queries: { staleTime: 1_000, retry, networkMode: 'always', refetchInterval: refetchWhileAway },
    mutations: { retry: 0, networkMode: 'always' },
  },
})

// The gateway's sentences are asked for again in the new language.
onLanguageChange(() => void queries.invalidateQueries())

export function App() {
  return (
    // The theme's variables are in a style sheet of the bundle: see build/vite.config.ts.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <Suspense>{desktop && <DesktopBanner />}</Suspense>
        <BehindTheDoor />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function BehindTheDoor() {
  const { session, isLocked } = useSessionState()
  const destination = useTargetInstallation()
  const token = session?.token
  useEffect(() => {
    if (token === undefined) return
    // Nothing that one person saw stays in memory for the next.
    return () => queries.clear()
  }, [token])
  if (session === null)
    return destination === null ? (
      <SignInFrame />
    ) : (
      <Suspense>
        <Moving to={destination} />
      </Suspense>
    )
  return (
    <>
      {isLocked ? (
        <SignInFrame />
      ) : (
        <Suspense>
          <OwnerPinDialog />
        </Suspense>
      )}
      {/* Hidden, not removed: a half-typed document is still there after the PIN. */}
      <div hidden={isLocked} inert={isLocked}>
        <RouterProvider router={router} />
      </div>
    </>
  )
}
