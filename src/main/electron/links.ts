import { type App, dialog } from 'electron'
import { LINK_SCHEME, pageOfLink, parseAppLink } from '#shared/domain/appLink.ts'

const SCHEME = `${LINK_SCHEME}:`

/** The link among what the program was started with; '' for none. */
export const linkAmong = (given: readonly string[]): string =>
  given.find((each) => each.slice(0, SCHEME.length).toLowerCase() === SCHEME) ?? ''

/**
 * The address at which the page takes this link, which says to the person whether and where it leads; null after a message
 * for one that is no right link.
 */
export function pageOf(link: string): string | null {
  const parsed = parseAppLink(link)
  if (!('problem' in parsed)) return pageOfLink(link)
  // Not waited for: the program goes on behind it.
  void dialog.showMessageBox({
    type: 'warning',
    title: '站匠',
    message: '链接没有打开',
    detail: parsed.problem,
    buttons: ['确定'],
    noLink: true,
  })
  return null
}

/** Makes this program the one that opens such links, for this person. An installer does so on macOS and Linux. */
export function registerLinks(app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>): void {
  if (app.isPackaged && process.platform === 'win32')
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--'])
}
