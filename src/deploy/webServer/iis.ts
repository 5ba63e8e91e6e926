import { HASHED_NAME } from '#shared/domain/hashedNames.ts'
import {
  headLines,
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

/** Types that older versions of IIS do not know. */
const TYPES: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.mjs': 'text/javascript',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

/** Answers that show the site's own page. */
const ERROR_PAGES = ['403', '404']

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? '')

interface Element {
  name: string
  attributes?: Readonly<Record<string, string | number | boolean>>
  children?: readonly Element[]
}

const write = ({ name, attributes = {}, children = [] }: Element, depth = 0): string[] => {
  const tabs = '\t'.repeat(depth)
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(String(value))}"`)].join(
    ' ',
  )
  if (children.length === 0) return [`${tabs}<${open} />`]
  return [`${tabs}<${open}>`, ...children.flatMap((child) => write(child, depth + 1)), `${tabs}</${name}>`]
}

const el = (name: string, attributes: Element['attributes'] = {}, children: readonly Element[] = []): Element => ({
  name,
  attributes,
  children,
})

/** web.config for the folder of the site. Redirects and caching need the module URL Rewrite. */
export function iisConfig(site: WebServerSite): string {
  const configuration = el('configuration', {}, [
    el('system.webServer', {}, [
      el('directoryBrowse', { enabled: false }),
      el('defaultDocument', {}, [el('files', {}, [el('clear'), el('add', { value: 'index.html' })])]),
      // Without the right Script nothing is executed in the whole site.
      el('handlers', { accessPolicy: 'Read' }),
      el(
        'httpErrors',
        { errorMode: 'Custom', existingResponse: 'Replace' },
        ERROR_PAGES.flatMap((statusCode) => [
          el('remove', { statusCode }),
          el('error', { statusCode, path: NOT_FOUND_FILE, responseMode: 'File' }),
        ]),
      ),
      el('security', {}, [
        el('requestFiltering', { removeServerHeader: true }, [
          el('hiddenSegments', {}, [el('add', { segment: '.sitecraft' })]),
        ]),
      ]),
      el('staticContent', {}, typeLines()),
      el('httpProtocol', {}, [el('customHeaders', {}, headerLines(site))]),
      el('urlCompression', { doStaticCompression: true, doDynamicCompression: true }),
      el('rewrite', {}, [el('rules', {}, rules(site)), el('outboundRules', {}, cachingRules())]),
    ]),
  ])
  const head = headLines(site).map((line) => `<!-- ${escapeXml(line).replaceAll('--', '- -')} -->`)
  return ['<?xml version="1.0" encoding="utf-8"?>', ...head, ...write(configuration), ''].join('\n')
}

const typeLines = (): Element[] =>
  Object.entries(TYPES).flatMap(([fileExtension, mimeType]) => [
    el('remove', { fileExtension }),
    el('mimeMap', { fileExtension, mimeType }),
  ])

const headerLines = (site: WebServerSite): Element[] => [
  el('remove', { name: 'X-Powered-By' }),
  ...securityHeaders(site).flatMap(([name, value]) => [el('remove', { name }), el('add', { name, value })]),
]

function rules(site: WebServerSite): Element[] {
  const canonical = canonicalRules(site)
  const refused = el('rule', { name: 'sitecraft scripts', stopProcessing: true }, [
    el('match', { url: `^(?:${UPLOAD_FOLDERS.join('|')})/.*${SCRIPT_NAME}` }),
    el('action', { type: 'CustomResponse', statusCode: 404, statusReason: 'Not Found' }),
  ])
  return [...canonical, refused, ...site.redirects.map((line, at) => redirectRule(site, line, at))]
}

/** HTTPS and the one host. Below a base path both belong to the site of the domain. */
function canonicalRules(site: WebServerSite): Element[] {
  const { basePath, isHttps, isTlsElsewhere, aliases } = site
  if (basePath !== '') return []
  const action = el('action', {
    type: 'Redirect',
    url: `${publicOrigin(site)}{UNENCODED_URL}`,
    redirectType: 'Permanent',
    appendQueryString: false,
  })
  const rule = (name: string, input: string, pattern: string): Element =>
    el('rule', { name: `sitecraft ${name}`, stopProcessing: true }, [
      el('match', { url: '.*' }),
      el('conditions', {}, [el('add', { input, pattern })]),
      action,
    ])
  return [
    ...(isHttps && !isTlsElsewhere ? [rule('https', '{HTTPS}', '^off$')] : []),
    ...(aliases.length > 0
      ? [
          rule(
            'host',
            '{HTTP_HOST}',
            `^(?:${aliases.map((alias) => alias.replaceAll('.', '\\.')).join('|')})(?::\\d+)?$`,
          ),
        ]
      : []),
  ]
}

/** IIS matches the address below the folder of web.config, without the leading slash. */
function redirectRule({ basePath }: WebServerSite, { regex, to, hasRest }: RedirectLine, at: number): Element {
  // The base path is in front of each regular expression in the same encoded form.
  const start = `^${basePath.replace(/[\0-\x7f]/g, (char) => (/[\w/]/.test(char) ? char : `\\x${char.charCodeAt(0).toString(16)}`))}/`
  const url = regex.startsWith(start) ? `^${regex.slice(start.length)}` : regex
  return el('rule', { name: `sitecraft redirect ${at + 1}`, stopProcessing: true }, [
    el('match', { url, ignoreCase: false }),
    el('action', {
      type: 'Redirect',
      url: `${to}${hasRest ? '{R:1}' : ''}`,
      redirectType: 'Permanent',
      appendQueryString: !to.includes('#'),
    }),
  ])
}

function cachingRules(): Element[] {
  const rule = (name: string, pattern: string, header: string, value: string, isLast: boolean): Element =>
    el('rule', { name: `sitecraft ${name}`, stopProcessing: isLast }, [
      el('match', { serverVariable: `RESPONSE_${header}`, pattern: '.*' }),
      el('conditions', {}, [
        el('add', { input: '{PATH_INFO}', pattern }),
        el('add', { input: '{RESPONSE_STATUS}', pattern: '^(?:200|206|304)$' }),
      ]),
      el('action', { type: 'Rewrite', value }),
    ])
  const uploads = `/(?:${UPLOAD_FOLDERS.join('|')})/`
  return [
    rule('uploads policy', uploads, 'Content_Security_Policy', UPLOAD_POLICY, false),
    rule('uploads', uploads, 'Cache_Control', REVALIDATED, true),
    rule('hashed names', HASHED_NAME, 'Cache_Control', LASTING, true),
    rule('pages', '.*', 'Cache_Control', REVALIDATED, true),
  ]
}
