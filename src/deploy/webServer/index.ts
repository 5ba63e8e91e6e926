import { assertNever } from '#shared/util/assertNever.ts'
import type { WebServerKind } from '#shared/domain/webServers.ts'
import { apacheConfig } from './apache.ts'
import { caddyConfig } from './caddy.ts'
import type { WebServerSite } from './description.ts'
import { iisConfig } from './iis.ts'
import { nginxConfig } from './nginx.ts'

export { type DescribedTarget, describeWebServer, type WebServerSite } from './description.ts'

/** The configuration of a web server that shows a delivered site. */
export function webServerConfig(kind: WebServerKind, site: WebServerSite): string {
  switch (kind) {
    case 'nginx':
      return nginxConfig(site)
    case 'caddy':
      return caddyConfig(site)
    case 'apache':
      return apacheConfig(site)
    case 'iis':
      return iisConfig(site)
    default:
      return assertNever(kind, 'web server')
  }
}
