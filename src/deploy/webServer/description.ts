import { AppError } from '#shared/errors/index.ts'
import { redirectKey, type RedirectRule, sourceProblem, targetProblem } from '#shared/domain/redirects.ts'

/** What a web server has to know to answer for a delivered site. Everything in it is safe to be written by the generators. */
export interface WebServerSite {
  /** `www.example.com` */
  host: string
  port: number
  /** Does the public origin begin with https://? */
  isHttps: boolean
  /** HTTPS ends at a gateway or CDN in front; this server speaks HTTP alone. */
  isTlsElsewhere: boolean
  /** Other hosts of the site, which lead to `host`. */
  aliases: readonly string[]
  /** Absolute folder of the site's files, with `/` between names. */
  root: string
  /** `/bureau`, or '' at the root of the domain. Below a path the text belongs into the existing configuration of the domain. */
  basePath: string
  /** In the order of precedence. */
  redirects: readonly RedirectLine[]
  /** Redirects that can't be written. */
  skippedRedirects: number
}

/** A redirect in a form in which nothing has a meaning for a web server. */
export interface RedirectLine {
  /** Regular expression of the decoded path: ASCII besides letters and digits is written `\xNN`. Group 1 is the rest of a pattern. */
  regex: string
  /** For patterns: the decoded beginning, `/old/`; null for a rule of one address. */
  prefix: string | null
  /** Encoded address without quotes, braces, `$`, spaces and backslashes. */
  to: string
  /** Is the rest of the path appended to `to`? */
  hasRest: boolean
}

/** Folders of files that people uploaded. A file may be replaced at its address, so caches have to ask. */
export const UPLOAD_FOLDERS = ['files', 'thumbs'] as const
/** Endings of files that some web servers execute. */
export const SCRIPT_NAME =
  '\\.(?:php[0-9]*|phtml|phar|asp|aspx|ashx|asmx|cer|asa|jsp|jspx|cgi|pl|py|rb|sh|shtml|exe|dll)(?:$|[./])'
export const NOT_FOUND_FILE = '404.html'

export const REVALIDATED = 'no-cache'
export const LASTING = 'public, max-age=31536000, immutable'
/** Uploads may be shown, but run nothing. */
export const UPLOAD_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Headers of every answer. */
export const securityHeaders = ({ isHttps }: WebServerSite): [name: string, value: string][] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ...(isHttps ? [['Strict-Transport-Security', 'max-age=31536000'] as [string, string]] : []),
]

export interface DescribedTarget {
  /** `https://www.example.com`, the public origin. */
  origin: string
  /** Domains of the site. */
  domains: readonly string[]
  folder: string
  basePath: string
  redirects: readonly RedirectRule[]
  isTlsElsewhere: boolean
}

const SAFE_FOLDER = /^(?:\/|[a-z]:\/)[\p{L}\p{M}\p{N} ._~/:@+,=-]*$/iu
const SAFE_BASE_PATH = /^(?:\/[\p{L}\p{N}._~-]+)*$/u

/** Checks and encodes what a configuration is made of. @throws AppError `conflict` with what has to be changed at the target */
export function describeWebServer(target: DescribedTarget): WebServerSite {
  const origin = URL.parse(target.origin)
  if (!origin || !/^https?:$/.test(origin.protocol))
    throw new AppError('conflict', '发布目标没有访问域名，请编辑发布目标并填写“访问域名”，或为站点绑定域名')
  const root = target.folder.replaceAll('\\', '/').replace(/(?<=[^/:])\/+$/, '')
  if (!SAFE_FOLDER.test(root))
    throw new AppError(
      'conflict',
      `文件夹“${target.folder}”不能写入配置，请使用以根目录或盘符开头、只含文字、数字、空格和 ._~@+,=- 的路径`,
    )
  if (!SAFE_BASE_PATH.test(target.basePath))
    throw new AppError('conflict', `访问路径“${target.basePath}”不能写入配置，请编辑发布目标并修改“访问路径”`)
  const isHttps = origin.protocol === 'https:'
  const hosts = target.domains.flatMap((domain) => hostOf(domain) ?? [])
  const isOwn = hosts.includes(origin.hostname)
  const usable = target.redirects.filter(isWritable)
  return {
    host: origin.hostname,
    port: origin.port === '' ? (isHttps ? 443 : 80) : Number(origin.port),
    isHttps,
    isTlsElsewhere: target.isTlsElsewhere && isHttps,
    // A target for tests must not take over the domains of the public site.
    aliases: isOwn && target.basePath === '' ? [...new Set(hosts)].filter((host) => host !== origin.hostname) : [],
    root,
    basePath: target.basePath,
    redirects: [
      ...usable.filter(({ source }) => !source.endsWith('/*')),
      ...usable.filter(({ source }) => source.endsWith('/*')).toSorted((a, b) => b.source.length - a.source.length),
    ].map((rule) => toLine(rule, target.basePath)),
    skippedRedirects: target.redirects.length - usable.length,
  }
}

function hostOf(domain: string): string | null {
  const url = URL.parse(`http://${domain.trim().replace(/^https?:\/\//i, '')}`)
  return url && /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(url.hostname) ? url.hostname : null
}

/** Rules come through imports and restored archives, too, so they are checked again. U+FFFE and U+FFFF are not allowed in XML. */
const isWritable = ({ source, target }: RedirectRule): boolean =>
  sourceProblem(source) === null &&
  targetProblem(target, source) === null &&
  (source + target).isWellFormed() &&
  !/[\ufffe\uffff\u2028\u2029]/.test(source + target)

function toLine({ source, target }: RedirectRule, basePath: string): RedirectLine {
  const key = basePath + redirectKey(source)
  const isPattern = key.endsWith('/*')
  const hasRest = isPattern && target.endsWith('*')
  const start = isPattern ? key.slice(0, -1) : key
  const to = hasRest ? target.slice(0, -1) : target
  return {
    regex: isPattern ? `^${escapeRegex(start)}[/\\x5c]*(.*)$` : `^${escapeRegex(start)}(?:/|/index\\x2ehtml?)?$`,
    prefix: isPattern ? start : null,
    to: encodeAddress(to.startsWith('/') ? basePath + to : to),
    hasRest,
  }
}

const toHex = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0')

/** Letters, digits and `/` stay; other ASCII is written as a code, so that neither quotes nor braces are left. */
export const escapeRegex = (text: string): string =>
  text.replace(/[\0-\x7f]/g, (char) => (/[\w/]/.test(char) ? char : `\\x${toHex(char)}`))

/** Leaves nothing but characters that have no meaning in a quoted word of any web server. */
export const encodeAddress = (address: string): string =>
  address
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w\-.~:/?#[\]@!&()*+,;=%]/gu, (char) => encodeURIComponent(char).replaceAll("'", '%27'))

/** Address of the site itself, `https://www.example.com:8443`. */
export function publicOrigin({ host, port, isHttps }: WebServerSite): string {
  const isUsual = port === (isHttps ? 443 : 80)
  return `${isHttps ? 'https' : 'http'}://${host}${isUsual ? '' : `:${port}`}`
}

/** The first lines of a configuration, as texts for comments. */
export function headLines(site: WebServerSite): string[] {
  const { basePath, skippedRedirects } = site
  return [
    `${publicOrigin(site)}${basePath}/ 的配置，由站匠生成`,
    ...(skippedRedirects > 0 ? [`有 ${skippedRedirects} 条跳转含有无法写入配置的字符，没有写入`] : []),
  ]
}

/** Lines moved to the right by `depth` steps of a tab. */
export const indent = (lines: readonly string[], depth = 1): string[] =>
  lines.map((line) => (line === '' ? '' : '\t'.repeat(depth) + line))
