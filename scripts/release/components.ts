import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Part } from '../build/parts.ts'

const partList = z.array(z.object({ name: z.string(), version: z.string(), license: z.string() }))
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
/** The Node for npm's scripts, which no installer carries (electron-builder.yml). */
const NOT_SHIPPED = /^node-(darwin|linux|win)-/

/** Everything that an installer of this system carries: what is bundled, the packages that stay packages, and Electron. */
export async function shippedParts(root: string): Promise<Part[]> {
  const found = new Map<string, Part>()
  const add = (part: Part): void => void found.set(`${part.name}@${part.version}`, part)
  for (const bundle of ['main', 'renderer'])
    for (const part of partList.parse(JSON.parse(await readFile(join(root, 'out', bundle, 'parts.json'), 'utf8'))))
      add(part)
  const { packages } = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  for (const [path, { version, license = '', dev }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isShipped = name === 'electron' || (!dev && !NOT_SHIPPED.test(name) && existsSync(join(root, path)))
    if (path && version && isShipped) add({ name, version, license })
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}

/** The list of parts as a CycloneDX 1.6 document (ECMA-424), the same bytes for the same parts and time. */
export function cycloneDx(program: { name: string; version: string }, parts: readonly Part[], when: Date): string {
  const components = parts.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const known = license && {
      licenses: [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    }
    return { type: 'library', 'bom-ref': purl, name, version, ...(known || undefined), purl }
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
