import { protocol } from 'electron'
import { pageFile } from '#services/page/pageFile.ts'
import { APP_SCHEME } from '#shared/contract/ipc.ts'
import { isOwnPage } from './security/rules.ts'

/** Must run before the app is ready: a real origin, so that storage, workers and the policy's 'self' work. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built page. @param root absolute path of out/renderer */
export function serveApp(root: string): void {
  protocol.handle(APP_SCHEME, async ({ url, method }) => {
    if (!isOwnPage(url)) return new Response(null, { status: 404 })
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 })
    const { status, headers, body } = await pageFile(root, new URL(url).pathname)
    return new Response(new Uint8Array(body), { status, headers })
  })
}
