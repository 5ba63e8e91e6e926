import { toAddress } from '../addresses.ts'
import type { RewriteAddress } from './edits.ts'

/** Where a copy of a built site lives, and which addresses in its pages are its own. */
export interface AddressRules {
  /** Hosts of the site's domains, lower case, with the port if there is one. */
  siteHosts: ReadonlySet<string>
  /** Hosts of the back office, which shows uploads and, below `sitePrefix`, the built site. */
  serverHosts: ReadonlySet<string>
  /** Path of the built site on the back office, `/site/news`. */
  sitePrefix: string
  /** How addresses of the site are written: from the root of the host, or relative to the page. */
  form: 'root' | 'relative'
  /** `https://www.example.com` of the copy; '' while it is not known. */
  origin: string
  /** Path below which the copy lives, `/bureau`; '' at the root. */
  basePath: string
}

/** What rewriting found in a file. */
export interface AddressFindings {
  /** Paths of uploads and thumbnails, decoded, without the leading `/`: `files/2026/11/a.png`. */
  uploads: Set<string>
  /** Addresses of the back office that lead to no page and no upload; a visitor can't open them. */
  backOffice: Set<string>
}

const UPLOAD = /^\/(?:files|thumbs)\//

/** An address of the site: its path from the root, query and fragment included, and whether a host was written. */
interface OwnAddress {
  path: string
  isAbsolute: boolean
}

/**
 * Creates the function that gives each address of one file its form on the copy. Addresses of other websites stay, as do relative ones.
 * @param file path of the file from the root of the site, `news/index.html`
 */
export function createAddressRewriter(rules: AddressRules, file: string, findings: AddressFindings): RewriteAddress {
  const pageAddress = toAddress(file)
  return (address) => {
    const own = ownAddress(rules, address, findings)
    if (own === null) return null
    if (own === 'relative') {
      const resolved = URL.parse(address, `http://site${pageAddress}`)
      if (resolved && UPLOAD.test(resolved.pathname)) findings.uploads.add(uploadPath(resolved.pathname))
      return null
    }
    if (UPLOAD.test(own.path)) findings.uploads.add(uploadPath(own.path))
    if (own.isAbsolute && rules.origin !== '') return `${rules.origin}${rules.basePath}${own.path}`
    if (rules.form === 'relative') return relativeAddress(pageAddress, own.path)
    return own.isAbsolute || rules.basePath !== '' ? `${rules.basePath}${own.path}` : null
  }
}

/** null: an address of something else. */
function ownAddress(rules: AddressRules, address: string, findings: AddressFindings): OwnAddress | 'relative' | null {
  if (address === '' || address.startsWith('#') || address.startsWith('?')) return null
  if (address.startsWith('/') && !address.startsWith('//')) return { path: address, isAbsolute: false }
  const isWeb = /^https?:|^\/\//i.test(address)
  if (!isWeb) return /^[a-z][a-z\d+.-]*:/i.test(address) ? null : 'relative'
  const url = URL.parse(address, 'https://site')
  if (url === null) return null
  const path = `${url.pathname}${url.search}${url.hash}`
  if (rules.serverHosts.has(url.host)) {
    if (UPLOAD.test(url.pathname)) return { path, isAbsolute: false }
    if (path.startsWith(`${rules.sitePrefix}/`)) return { path: path.slice(rules.sitePrefix.length), isAbsolute: false }
    findings.backOffice.add(address)
    return null
  }
  // Without a known origin an address with the site's domain is as right as it can be; a path would be wrong in a feed.
  if (!rules.siteHosts.has(url.host)) return null
  if (UPLOAD.test(url.pathname)) findings.uploads.add(uploadPath(url.pathname))
  return rules.origin === '' ? null : { path, isAbsolute: true }
}

function uploadPath(path: string): string {
  const bare = (path.split(/[?#]/, 1)[0] ?? '').slice(1)
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** The address of `path` as a page at `from` writes it, both from the root: `../files/a.png`. */
function relativeAddress(from: string, path: string): string {
  const [bare = ''] = path.split(/[?#]/, 1)
  const rest = path.slice(bare.length)
  const here = from.split('/').slice(1, -1)
  const there = bare.split('/').slice(1)
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1
  const relative = `${'../'.repeat(here.length - same)}${there.slice(same).join('/')}`
  return `${relative === '' ? './' : relative}${rest}`
}
