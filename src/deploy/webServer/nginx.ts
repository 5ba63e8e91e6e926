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

const COMPRESSED_TYPES =
  'text/css text/javascript application/javascript application/json application/manifest+json text/xml application/xml application/rss+xml application/atom+xml image/svg+xml text/plain'

/** A file for /etc/nginx/conf.d; below a base path, lines for the `server` block that is there. */
export function nginxConfig(site: WebServerSite): string {
  const head = headLines(site).map((line) => `# ${line}`)
  const inside = siteLines(site)
  if (site.basePath !== '') return [...head, ...inside, ''].join('\n')
  return [...head, ...otherServers(site), ...server(site, [site.host], inside), ''].join('\n')
}

/** HTTP and the other hosts lead to the one address. */
function otherServers(site: WebServerSite): string[] {
  const { aliases, isHttps, isTlsElsewhere, host } = site
  const lead = `return 301 ${publicOrigin(site)}$request_uri;`
  const isOwnTls = isHttps && !isTlsElsewhere
  return [
    ...(aliases.length > 0 ? server(site, aliases, [lead]) : []),
    ...(isOwnTls
      ? ['server {', ...indent(['listen 80;', `server_name ${[host, ...aliases].join(' ')};`, lead]), '}', '']
      : []),
  ]
}

function server(site: WebServerSite, names: readonly string[], lines: readonly string[]): string[] {
  const { host, port, isHttps, isTlsElsewhere } = site
  const isOwnTls = isHttps && !isTlsElsewhere
  const listen = isOwnTls
    ? [
        `listen ${port} ssl;`,
        `ssl_certificate /etc/nginx/ssl/${host}.crt;`,
        `ssl_certificate_key /etc/nginx/ssl/${host}.key;`,
        'ssl_protocols TLSv1.2 TLSv1.3;',
      ]
    : [`listen ${isTlsElsewhere ? 80 : port};`]
  return [
    'server {',
    ...indent([...listen, `server_name ${names.join(' ')};`, 'server_tokens off;', ...lines]),
    '}',
    '',
  ]
}

function siteLines(site: WebServerSite): string[] {
  const { basePath, root, redirects } = site
  const isBelow = basePath !== ''
  const place = (path: string): string[] => (isBelow ? [`alias "${root}/${path}";`] : [])
  const page = `"${basePath}/${NOT_FOUND_FILE}"`
  return [
    // The scheme and port in front are not known here.
    'absolute_redirect off;',
    ...(isBelow ? [] : [`root "${root}";`, 'index index.html;']),
    ...redirects.map(rewriteLine),
    '',
    `location = ${page} {`,
    ...indent(['internal;', ...place(NOT_FOUND_FILE), ...headers(site, REVALIDATED)]),
    '}',
    ...(isBelow ? [`location = "${basePath}" {`, ...indent([`return 301 "${basePath}/";`]), '}'] : []),
    ...UPLOAD_FOLDERS.flatMap((folder) => [
      `location ^~ "${basePath}/${folder}/" {`,
      ...indent([
        ...place(`${folder}/`),
        ...common(page),
        ...headers(site, REVALIDATED),
        `add_header Content-Security-Policy "${UPLOAD_POLICY}" always;`,
        `location ~* "${SCRIPT_NAME}" {`,
        ...indent(['return 404;']),
        '}',
      ]),
      '}',
    ]),
    `location ^~ "${basePath}/" {`,
    ...indent([
      ...(isBelow ? [...place(''), 'index index.html;'] : []),
      ...common(page),
      ...headers(site, REVALIDATED),
      // The folder of the program and other hidden files.
      'location ~ "/\\.(?!well-known/)" {',
      ...indent(['return 404;']),
      '}',
      ...hashed(site, page),
    ]),
    '}',
  ]
}

function hashed(site: WebServerSite, page: string): string[] {
  const { basePath, root } = site
  const isBelow = basePath !== ''
  const regex = isBelow ? `^${basePath.replaceAll('.', '\\.')}/(.*${HASHED_NAME.slice(0, -1)})$` : HASHED_NAME
  return [
    `location ~ "${regex}" {`,
    ...indent([...(isBelow ? [`alias "${root}/$1";`] : []), ...common(page), ...headers(site, LASTING)]),
    '}',
  ]
}

const common = (page: string): string[] => [
  'autoindex off;',
  `error_page 404 ${page};`,
  `error_page 403 =404 ${page};`,
  'charset utf-8;',
  'gzip on;',
  'gzip_static on;',
  'gzip_vary on;',
  `gzip_types ${COMPRESSED_TYPES};`,
  '# brotli_static on;  # 安装了 ngx_brotli 模块时启用',
]

/** `add_header` of an outer block does not hold in a block with headers of its own. */
const headers = (site: WebServerSite, cacheControl: string): string[] => [
  `add_header Cache-Control "${cacheControl}";`,
  ...securityHeaders(site).map(([name, value]) => `add_header ${name} "${value}" always;`),
]

/** An address with a fragment gets no query behind it: `?` at the end drops the visitor's. */
const rewriteLine = ({ regex, to, hasRest }: RedirectLine): string =>
  `rewrite "${regex}" "${to}${hasRest ? '$1' : ''}${to.includes('#') ? '?' : ''}" permanent;`
