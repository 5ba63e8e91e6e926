import type { ComponentType } from 'react'
import { Navigate } from 'react-router-dom'
import { requireValue } from '#shared/util/assertNever.ts'
import { DemoPage } from '../shared/DemoPage.tsx'
import { type DemoContents, type DemoRoute, pagePathOf } from '../shared/demoRoutes.ts'
import { DISPLAY_PAGES } from './displayPages.tsx'
import { FEEDBACK_PAGES } from './feedbackPages.tsx'
import { FORM_PAGES } from './formPages.tsx'
import { MEDIA_PAGES } from './mediaPages.tsx'
import { MENU_PAGES } from './menuPages.tsx'
import { TABLE_PAGES } from './tablePages.tsx'

const CONTENTS: DemoContents = {
  ...DISPLAY_PAGES,
  ...FEEDBACK_PAGES,
  ...FORM_PAGES,
  ...MEDIA_PAGES,
  ...MENU_PAGES,
  ...TABLE_PAGES,
}

/** The page that shows a demo route. The error routes are the program's own error pages (C·§2). */
export function demoPage(demo: DemoRoute): ComponentType {
  const path = pagePathOf(demo)
  if (path.startsWith('/error/')) return () => <Navigate to={path.slice('/error'.length)} replace />
  const { text, Content } = requireValue(CONTENTS[path], path)
  return () => (
    <DemoPage title={demo.route.meta.title} text={text}>
      <Content />
    </DemoPage>
  )
}
