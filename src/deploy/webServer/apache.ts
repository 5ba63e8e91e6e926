import { HASHED_NAME } from '#shared/domain/hashedNames.ts'
import {
  escapeRegex,
  headLines,
  indent,
  LASTING,
  NOT_FOUND_FILE,
  publicOrigin,
  type RedirectLine,
  REVALIDATED,
  SCRIPT_NAME,
  securityHeaders,
  UPLOAD_FOLDERS,
  UPLOAD_POLICY,
  type WebServerSite,
} from './description.ts'

const COMPRESSED_TYPES =
  'text/html text/css text/javascript application/javascript application/json application/manifest+json text/xml application/xml application/rss+xml application/atom+xml image/svg+xml text/plain'

/** A file for sites-available; below a base path, lines for the `VirtualHost` that is there. */
export function apacheConfig(site: WebServerSite): string {
  const head = headLines(site).map((line) => `# ${line}`)
  const inside = siteLines(site)
  if (site.basePath !== '') return [...head, ...inside, ''].join('\n')
  return [...head, ...otherHosts(site), ...virtualHost(site, [site.host], inside), ''].join('\n')
}

function otherHosts(site: WebServerSite): string[] {
  const { aliases, isHttps, isTlsElsewhere, host } = site
  // The path is taken from the request as it was sent, so nothing has to be encoded again.
  const lead = [
    'RewriteEngine On',
    'RewriteCond "%{THE_REQUEST}" "^\\S+ (/[^?\\s]*)"',
    `RewriteRule "^" "${publicOrigin(site)}%1" [R=301,L,NE]`,
    `RewriteRule "^" "${publicOrigin(site)}/" [R=301,L]`,
  ]
  const isOwnTls = isHttps && !isTlsElsewhere
  return [
    ...(aliases.length > 0 ? virtualHost(site, aliases, lead) : []),
    ...(isOwnTls ? block('<VirtualHost *:80>', [...names([host, ...aliases]), ...lead], '</VirtualHost>') : []),
  ]
}

const block = (open: string, lines: readonly string[], close: string): string[] => [open, ...indent(lines), close]

const names = ([host, ...others]: readonly string[]): string[] => [
  `ServerName ${host}`,
  ...(others.length > 0 ? [`ServerAlias ${others.join(' ')}`] : []),
]

function virtualHost(site: WebServerSite, hosts: readonly string[], lines: readonly string[]): string[] {
  const { host, port, isHttps, isTlsElsewhere } = site
  const isOwnTls = isHttps && !isTlsElsewhere
  const tls = [
    'SSLEngine on',
    'SSLProtocol -all +TLSv1.2 +TLSv1.3',
    `SSLCertificateFile /etc/apache2/ssl/${host}.crt`,
    `SSLCertificateKeyFile /etc/apache2/ssl/${host}.key`,
  ]
  return block(
    `<VirtualHost *:${isTlsElsewhere ? 80 : port}>`,
    [...names(hosts), ...(isOwnTls ? tls : []), ...lines],
    '</VirtualHost>',
  )
}

function siteLines(site: WebServerSite): string[] {
  const { basePath, root, redirects } = site
  const at = escapeRegex(basePath)
  const uploads = `^${at}/(?:${UPLOAD_FOLDERS.join('|')})/`
  return [
    basePath === '' ? `DocumentRoot "${root}"` : `Alias "${basePath}" "${root}"`,
    'RewriteEngine On',
    'RewriteMap sitecraft_escape int:escape',
    ...redirects.map(rewriteLine),
    `RewriteRule "(?i)${uploads}.*${SCRIPT_NAME}" - [R=404,L]`,
    `RewriteRule "^${at}/(?:.*/)?\\.(?!well-known/)" - [R=404,L]`,
    ...block(
      `<Directory "${root}">`,
      [
        'Options SymLinksIfOwnerMatch',
        'AllowOverride None',
        'Require all granted',
        'DirectoryIndex index.html',
        'DirectorySlash On',
        'FileETag MTime Size',
        'AddDefaultCharset utf-8',
        `ErrorDocument 403 "${basePath}/${NOT_FOUND_FILE}"`,
        `ErrorDocument 404 "${basePath}/${NOT_FOUND_FILE}"`,
      ],
      '</Directory>',
    ),
    ...block(
      `<LocationMatch "^${at}/">`,
      [
        `ErrorDocument 404 "${basePath}/${NOT_FOUND_FILE}"`,
        ...securityHeaders(site).map(([name, value]) => `Header always set ${name} "${value}"`),
        `Header set Cache-Control "${REVALIDATED}"`,
        // Compression adds to the tag of a file; the browser's tag is compared without it.
        'RequestHeader edit* If-None-Match "-(?:gzip|br)\\"" "\\""',
        ...['mod_deflate.c DEFLATE', 'mod_brotli.c BROTLI_COMPRESS'].flatMap((each) => {
          const [module, filter] = each.split(' ')
          return block(`<IfModule ${module}>`, [`AddOutputFilterByType ${filter} ${COMPRESSED_TYPES}`], '</IfModule>')
        }),
      ],
      '</LocationMatch>',
    ),
    ...block(
      `<LocationMatch "^${at}/.*${HASHED_NAME}">`,
      [`Header set Cache-Control "${LASTING}"`],
      '</LocationMatch>',
    ),
    ...block(
      `<LocationMatch "${uploads}">`,
      [
        'SetHandler none',
        `Header set Cache-Control "${REVALIDATED}"`,
        `Header always set Content-Security-Policy "${UPLOAD_POLICY}"`,
      ],
      '</LocationMatch>',
    ),
  ]
}

/** `%1` would be a group, so each percent sign is escaped; the rest of the path is encoded again, because it was decoded. */
function rewriteLine({ regex, to, hasRest }: RedirectLine): string {
  const address = to.replaceAll('%', '\\%')
  const query = to.includes('#') ? 'QSD' : 'QSA'
  return `RewriteRule "${regex}" "${address}${hasRest ? '${sitecraft_escape:$1}' : ''}" [R=301,L,NE,${query}]`
}
