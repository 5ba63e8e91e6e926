import { z } from 'zod'

/** Folder at a target's root that belongs to the program: the manifest, and files on their way. */
export const OWN_FOLDER = '.sitecraft'
/** Names in it of files on their way and of tests, which end with the deployment or the test. */
export const LEFTOVER = /^(?:[\da-f]{16}\.part|test-[\da-f]+.*)$/
/** Says whose files lie at the target and which deployment brought them. */
export const MANIFEST_PATH = `${OWN_FOLDER}/release.json`

const manifest = z.object({
  format: z.literal(1),
  /** The installation and the site (`<server id>/<site id>`), so that no other site overwrites this one. */
  owner: z.string(),
  /** Name of the site, for people. */
  site: z.string(),
  /** Number of the last deployment that was completed. */
  deployment: z.number(),
  files: z.number(),
})
export type Manifest = z.output<typeof manifest>

export const writeManifest = (content: Manifest): string => `${JSON.stringify(content, null, 2)}\n`

/** null: there is none, or it is of no known form. */
export function readManifest(bytes: Buffer | null): Manifest | null {
  if (bytes === null) return null
  try {
    return manifest.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
