import type { App, Session, WebContents } from 'electron'
import { externalAddress, mayFrame, mayNavigate, mayUse } from './rules.ts'

/** The facts that the rules need. */
interface GuardOptions {
  offerExternal: (url: string) => void
  /** Origin of the live previews; '' for none. */
  previews: string
}

/** Applies the rules to every page of the program; call it before the first page exists. */
export function guardPages(app: App, guarding: GuardOptions): void {
  app.on('web-contents-created', (_event, contents) => guardPage(contents, guarding))
}

function guardPage(contents: WebContents, { offerExternal, previews }: GuardOptions): void {
  const refuse = (event: { preventDefault(): void; url: string }): void => {
    if (!mayNavigate(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', refuse)
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame ? !mayNavigate(event.url) : !mayFrame(event.url, previews)) event.preventDefault()
  })
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const external = externalAddress(url, previews)
    if (external) offerExternal(external)
    return { action: 'deny' }
  })
}

/**
 * Grants the pages' session only the necessary permissions: no devices, and no unrequested download of a dictionary.
 */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(mayUse(permission, requestingUrl, isMainFrame)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    mayUse(permission, origin, isMainFrame),
  )
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
}
