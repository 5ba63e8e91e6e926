import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashOf } from '#engine/index.ts'
import { type AddressRules, canRewrite, createAddressRewriter, rewriteFile } from '#engine/rewrite/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { storesOf } from '#server/storage/stores.ts'
import { decodeText } from '#server/storage/text.ts'
import { AppError } from '#shared/errors/index.ts'
import { COUNT_SCRIPT } from '../counting/index.ts'
import { materializeSite, readBuiltRecord, siteFolder, slotFolder } from '../statics/index.ts'
import { redirectPages } from './redirectPages.ts'
import type { ComposedFile } from './state.ts'
import { uploadsOf } from './uploads.ts'

/** Everything that a site needs outside the server, with addresses as the target asks for them. */
export interface Release {
  files: ComposedFile[]
  /** buildTime of the build that it was made of. */
  build: number
  warnings: string[]
}

/** Texts whose bytes are in hand at a time. */
const BATCH = 100
/** Rewriting blocks the process no longer than this many files. */
const TURN = 5
const MAX_WARNINGS = 50
/** Tries while builds go on at the same time. */
const MAX_TRIES = 5

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const buildTimeOf = async ({ db }: ServerDeps, siteId: number): Promise<number> => {
  const row = await db.selectFrom('static_site').select('buildTime').where('siteId', '=', siteId).executeTakeFirst()
  return row?.buildTime ?? 0
}

/**
 * Composes what has to lie at a target out of the pages that visitors see now. Files whose source and rules are those of the last
 * deployment are not read again.
 * @param before what lies at the target by path; empty when the rules have changed
 * @throws AppError `conflict` when the site has not been built
 */
export async function composeRelease(
  deps: ServerDeps,
  job: RunningJob,
  siteId: number,
  rules: AddressRules,
  before: ReadonlyMap<string, ComposedFile>,
): Promise<Release> {
  for (let attempt = 1; ; attempt++) {
    const build = await buildTimeOf(deps, siteId)
    const slot = await materializeSite(deps, siteId)
    const record = await readBuiltRecord(deps, siteId)
    if (slot === null || !record)
      throw new AppError('conflict', '网站还没有生成，请先在“静态生成”中生成静态页面，再发布到目标')
    const composer = new Composer(deps, job, rules, before, slotFolder(siteFolder(deps.dataDir, siteId), slot))
    const pages = new Map([...record.pages.values()].map(({ page, hash }) => [page.path, hash]))
    const isWhole = await composer.addBuilt(record.files, pages)
    // A build that was published meanwhile may have replaced files of this slot.
    if (!isWhole || (await buildTimeOf(deps, siteId)) !== build) {
      if (attempt === MAX_TRIES) throw new AppError('conflict', '网站正在生成，请在生成完成后再发布')
      continue
    }
    await composer.addTexts(await redirectPages(deps.db, siteId, rules, (path) => record.files.has(path)))
    return { ...(await composer.finish()), build }
  }
}

class Composer {
  readonly #deps: ServerDeps
  readonly #job: RunningJob
  readonly #rules: AddressRules
  readonly #before: ReadonlyMap<string, ComposedFile>
  readonly #folder: string
  readonly #files: ComposedFile[] = []
  readonly #backOffice = new Set<string>()
  #batch: { sha256: string; bytes: Buffer }[] = []

  constructor(
    deps: ServerDeps,
    job: RunningJob,
    rules: AddressRules,
    before: ReadonlyMap<string, ComposedFile>,
    folder: string,
  ) {
    this.#deps = deps
    this.#job = job
    this.#rules = rules
    this.#before = before
    this.#folder = folder
  }

  /** @returns false when a page is not the one that the record names, because another build has begun */
  async addBuilt(files: ReadonlyMap<string, string>, pages: ReadonlyMap<string, string | null>): Promise<boolean> {
    let done = 0
    for (const [path, revision] of files) {
      done += 1
      const known = this.#before.get(path)
      if (known?.revision === revision) {
        this.#files.push(known)
        continue
      }
      const bytes = await readFile(join(this.#folder, path)).catch(() => null)
      if (bytes === null) return false
      if (pages.get(path) === revision && hashOf(bytes.toString('utf8')) !== revision) return false
      await this.#add(path, revision, bytes)
      if (done % TURN !== 0) continue
      await nextTurn()
      await this.#job.report(Math.floor((done / files.size) * 20), `正在准备文件 ${done} / ${files.size}`)
    }
    return true
  }

  async addTexts(texts: ReadonlyMap<string, string>): Promise<void> {
    for (const [path, text] of texts) await this.#add(path, `text ${hashOf(text)}`, Buffer.from(text))
  }

  async finish(): Promise<Omit<Release, 'build'>> {
    await this.#store()
    const paths = new Set(this.#files.flatMap(({ uploads }) => JSON.parse(uploads) as string[]))
    const { files, missing } = await uploadsOf(this.#deps, paths, this.#before)
    const warnings = [
      ...[...this.#backOffice].map((address) => `页面中有后台的地址，访客打不开：${address}`),
      ...missing.map((path) => `页面引用的文件不存在：/${path}`),
    ]
    return { files: [...this.#files, ...files], warnings: warnings.slice(0, MAX_WARNINGS) }
  }

  async #add(path: string, revision: string, source: Buffer): Promise<void> {
    const { bytes, uploads } = this.#rewrite(path, source)
    const sha256 = sha256Of(bytes)
    const file = { path, revision, digest: sha256, sizeBytes: bytes.length, sha256, uploads: JSON.stringify(uploads) }
    this.#files.push(file)
    this.#batch.push({ sha256, bytes })
    if (this.#batch.length >= BATCH) await this.#store()
  }

  #rewrite(path: string, source: Buffer): { bytes: Buffer; uploads: string[] } {
    const decoded = canRewrite(path) ? decodeText(source) : null
    if (decoded === null) return { bytes: source, uploads: [] }
    const findings = { uploads: new Set<string>(), backOffice: this.#backOffice }
    const rewrite = createAddressRewriter(this.#rules, path, findings)
    // Without an address of its own for visitors the counting script would ask a server that they can't reach.
    const text = rewriteFile(path, toUtf8(path, decoded), rewrite, (src) => src === COUNT_SCRIPT)
    return { bytes: Buffer.from(text), uploads: [...findings.uploads] }
  }

  async #store(): Promise<void> {
    const { contents } = await storesOf(this.#deps)
    await contents.putBytes(this.#batch)
    this.#batch = []
  }
}

/** The text with UTF-8 as the encoding that it names. */
function toUtf8(path: string, { content, encoding }: { content: string; encoding: string }): string {
  if (encoding.startsWith('utf-8')) return content
  if (/\.css$/i.test(path)) return content.replace(/^@charset\s+"[^"]*"\s*;/i, '@charset "utf-8";')
  if (/\.(?:xml|svg|rss|atom)$/i.test(path))
    return content.replace(/^(\s*<\?xml[^>]*encoding\s*=\s*["'])[^"']*/i, '$1utf-8')
  return /\.(?:html?|shtml)$/i.test(path)
    ? content.replace(/(<meta\b[^>]*\bcharset\s*=\s*["']?)[\w-]+/i, '$1utf-8')
    : content
}
