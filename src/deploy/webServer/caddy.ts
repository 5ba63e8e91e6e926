import { HASHED_NAME } from '#shared/domain/hashedNames.ts'
import {
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

/** A Caddyfile; below a base path, lines for the block of the domain that is there. */
export function caddyConfig(site: WebServerSite): string {
  const head = headLines(site).map((line) => `# ${line}`)
  const { basePath } = site
  if (basePath !== '')
    return [
      ...head,
      `redir ${basePath} ${basePath}/ permanent`,
      `handle ${basePath}/* {`,
      ...indent(route(site)),
      '}',
      '',
    ].join('\n')
  const aliases = site.aliases.map((alias) => addressOf(site, alias))
  const lead = [`redir ${publicOrigin(site)}{uri} permanent`]
  return [
    ...head,
    ...(aliases.length > 0 ? [`${aliases.join(', ')} {`, ...indent(lead), '}', ''] : []),
    `${addressOf(site, site.host)} {`,
    ...indent(route(site)),
    '}',
    '',
  ].join('\n')
}

/** Caddy gets certificates for names without http:// by itself and leads HTTP to HTTPS. */
function addressOf({ port, isHttps, isTlsElsewhere }: WebServerSite, host: string): string {
  if (isTlsElsewhere) return `http://${host}`
  if (isHttps) return port === 443 ? host : `${host}:${port}`
  return `http://${host}${port === 80 ? '' : `:${port}`}`
}

/** `route` keeps the order of its lines. */
function route(site: WebServerSite): string[] {
  const { basePath, root, redirects } = site
  const uploads = UPLOAD_FOLDERS.map((folder) => `/${folder}/*`).join(' ')
  return [
    'route {',
    ...indent([
      ...(redirects.length > 0 ? redirectLines(redirects) : []),
      ...(basePath === '' ? [] : [`uri strip_prefix ${basePath}`]),
      `root * "${root}"`,
      'encode zstd gzip',
      ...securityHeaders(site).map(([name, value]) => `header ${name} "${value}"`),
      `header Cache-Control "${REVALIDATED}"`,
      `@hashed path_regexp "${HASHED_NAME}"`,
      `header @hashed Cache-Control "${LASTING}"`,
      `@uploads path ${uploads}`,
      'header @uploads {',
      ...indent([`Cache-Control "${REVALIDATED}"`, `Content-Security-Policy "${UPLOAD_POLICY}"`]),
      '}',
      '@refused {',
      ...indent([`path ${uploads}`, `path_regexp "(?i)${SCRIPT_NAME}"`]),
      '}',
      '@hidden {',
      ...indent(['path */.*', 'not path /.well-known/*']),
      '}',
      'rewrite @refused /.sitecraft/none',
      'rewrite @hidden /.sitecraft/none',
      'file_server {',
      // The name that was asked for is not shown by the folder's own files.
      ...indent(['hide .sitecraft', 'precompressed br gzip', 'pass_thru']),
      '}',
      // Nothing was found.
      `header Cache-Control "${REVALIDATED}"`,
      `rewrite * /${NOT_FOUND_FILE}`,
      'file_server {',
      ...indent(['precompressed br gzip', 'status 404']),
      '}',
    ]),
    '}',
  ]
}

function redirectLines(redirects: readonly RedirectLine[]): string[] {
  return [
    // The visitor's query, as it follows an address without and with a query of its own.
    'map {query} {sitecraft_first} {sitecraft_more} {',
    ...indent(['~^(.+)$ "?${1}" "&${1}"', 'default "" ""']),
    '}',
    ...redirects.flatMap((line, at) => redirectLine(line, `r${at}`)),
  ]
}

function redirectLine({ regex, prefix, to, hasRest }: RedirectLine, name: string): string[] {
  const [body = '', hash] = to.split('#', 2)
  const query = body.includes('?') ? '{sitecraft_more}' : '{sitecraft_first}'
  const rest = hasRest ? `{re.${name}.1}` : ''
  // The rest of a pattern is taken from the address as it was sent, in which everything is encoded.
  const matcher =
    prefix === null
      ? `path_regexp ${name} "${regex}"`
      : `vars_regexp ${name} {http.request.uri} "^${encodedRegex(prefix)}[/\\x5c]*([^?]*)"`
  return [
    `@${name} ${matcher}`,
    `redir @${name} "${body}${rest}${query}${hash === undefined ? '' : `#${hash}`}" permanent`,
  ]
}

/** A path as browsers send it; the digits of codes may be small or capital letters. */
const encodedRegex = (path: string): string =>
  encodeURI(path).replace(/%[\dA-F]{2}|[^\w/]/g, (found) =>
    found.length === 3 ? `(?i:\\x25${found.slice(1)})` : `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
