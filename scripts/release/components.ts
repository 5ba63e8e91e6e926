import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Part } from '../build/parts.ts'

const partList = z.array(z.object({ name: z.string(), version: z.string(), license: z.string(), folder: z.string() }))
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})
/**
 * Packages that no installer of this system includes (electron-builder.yml): the Node for npm's scripts, and sharp's
 * WebAssembly build.
 */
const NOT_SHIPPED =
  process.platform === 'linux'
    ? /^node_modules\/node-(darwin|linux|win)-/
    : /^node_modules\/(node-(darwin|linux|win)-|@img\/sharp-wasm32(\/|$))/

/** All parts in an installer of this system: bundled packages, separate packages, and Electron. */
export async function shippedParts(root: string, out = join(root, 'out')): Promise<Part[]> {
  const evidenceField = new Map<string, Part>()
  const add = (part: Part): void => void evidenceField.set(`${part.name}@${part.version}`, part)
  for (const bundle of ['main', 'renderer'])
    for (const part of partList.parse(JSON.parse(await readFile(join(out, bundle, 'parts.json'), 'utf8')))) add(part)
  const { packages } = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  for (const [path, { version, license = '', dev }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isShipped = name === 'electron' || (!dev && !NOT_SHIPPED.test(path) && existsSync(join(root, path)))
    if (path && version && isShipped) add({ name, version, license, folder: path })
  }
  return [...evidenceField.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  )
}

/** Licence files of a package. */
const TERMS = /^(licen[cs]e|copying|notice|copyright)/i
/** Licence section of the readme, for a package without licence files. */
const SECTION = /^#+\s*licen[cs]e\b[\s\S]*/im
/** libvips does not include its licence texts; the project provides them. */
const LIBVIPS = /^@img\/sharp-(libvips-|wasm32$)/
const LIBVIPS_TEXTS = ['libvips.txt', 'LGPL-3.0.txt', 'GPL-3.0.txt'].map((name) => `resources/licenses/${name}`)

/** Licence and notices of a part; '' for none. */
export async function licenseText(root: string, { name, folder }: Part): Promise<string> {
  const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')
  const files = await readdir(join(root, folder), { withFileTypes: true })
  const own = files.filter((each) => each.isFile() && TERMS.test(each.name)).map((each) => `${folder}/${each.name}`)
  const paths = [...own.toSorted(), ...(LIBVIPS.test(name) ? LIBVIPS_TEXTS : [])]
  if (paths.length > 0) return (await Promise.all(paths.map(read))).map((text) => text.trim()).join('\n\n')
  const readme = files.find((each) => /^readme/i.test(each.name))
  return readme ? (SECTION.exec(await read(`${folder}/${readme.name}`))?.[0].trim() ?? '') : ''
}

/**
 * The list of parts as a CycloneDX 1.6 document (ECMA-424), byte-identical for the same parts and time.
 * @param parts with their licence texts as evidence
 */
export function cycloneDx(
  program: { name: string; version: string },
  parts: readonly (Omit<Part, 'folder'> & { text: string })[],
  when: Date,
): string {
  const components = parts.map(({ name, version, license, text }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const licenseField = license && {
      licenses: [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    }
    const content = { contentType: 'text/plain', content: text }
    const evidenceField = text && {
      evidence: { licenses: [{ license: { name: license || 'LICENSE', text: content } }] },
    }
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      ...(licenseField || undefined),
      purl,
      ...(evidenceField || undefined),
    }
  })
  const digest = createHash('sha256')
    .update(JSON.stringify([program, parts]))
    .digest('hex')
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { timestamp: when.toISOString(), component: { type: 'application', 'bom-ref': 'program', ...program } },
    components,
  }
  return `${JSON.stringify(bom, null, 1)}\n`
}
