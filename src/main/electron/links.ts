import { type App, dialog } from 'electron'
import { LINK_SCHEME, toPageAddress, parseAppLink } from '#shared/domain/appLink.ts'

const SCHEME = `${LINK_SCHEME}:`

/** The link among the program's arguments; '' for none. */
export const findLink = (given: readonly string[]): string =>
  given.find((each) => each.slice(0, SCHEME.length).toLowerCase() === SCHEME) ?? ''

/**
 * The page address that opens this link; the page tells the user whether and where it leads. Shows a message and
 * returns null for an invalid link.
 */
export function resolvePage(link: string): string | null {
  const parsed = parseAppLink(link)
  if (!('problem' in parsed)) return toPageAddress(link)
  // Not awaited: the program continues meanwhile.
  void dialog.showMessageBox({
    type: 'warning',
    title: '站匠',
    message: '无法打开链接',
    detail: parsed.problem,
    buttons: ['确定'],
    noLink: true,
  })
  return null
}

/**
 * Registers this program as the handler of such links for the current user. On macOS and Linux the installer does that.
 */
export function registerLinks(app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>): void {
  if (app.isPackaged && process.platform === 'win32')
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--'])
}
