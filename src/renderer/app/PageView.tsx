import { createElement, Suspense, use, useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import { focusMain } from '#renderer/ui/focus/focus.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { viewOf } from './screens.ts'

function Loaded({ screen }: { screen: Screen }) {
  // What had the focus (a menu, a dialog) may have gone with the page before.
  useEffect(() => {
    const timer = setTimeout(focusMain)
    return () => clearTimeout(timer)
  }, [])
  return createElement(use(viewOf(screen)))
}

/**
 * One screen with its own address, waiting state and error boundary.
 * @param href fixes the address that the screen sees, so that a hidden page doesn't follow the window.
 */
export function PageView({ screen, href, onReload }: { screen: Screen; href?: string; onReload?: () => void }) {
  return (
    <PageBoundary onReload={onReload}>
      <Suspense fallback={<LoadingState />}>
        <Routes {...(href ? { location: href } : {})}>
          <Route path={screen.path} element={<Loaded screen={screen} />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  )
}
