import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Part } from '#shared/contract/parts.ts'
import { AppError } from '#shared/errors/index.ts'

/** The used fields of the list of parts, a CycloneDX document created by the build (scripts/build/partList.ts). */
const document = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z
        .array(z.union([z.object({ expression: z.string() }), z.object({ license: z.object({ id: z.string() }) })]))
        .default([]),
      evidence: z
        .object({ licenses: z.array(z.object({ license: z.object({ text: z.object({ content: z.string() }) }) })) })
        .optional(),
    }),
  ),
})
interface PartWithText extends Part {
  text: string
}

/** The parts of this program and their licences. @param file absolute path of the list */
export function partsHandlers(file: string) {
  const read = async (): Promise<PartWithText[]> => {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) return []
    return document.parse(JSON.parse(text)).components.map(({ name, version, licenses, evidence }) => ({
      name,
      version,
      license: licenses.map((each) => ('expression' in each ? each.expression : each.license.id)).join(' AND '),
      text: evidence?.licenses.map(({ license }) => license.text.content).join('\n\n') ?? '',
    }))
  }
  return {
    'parts.list': async () => (await read()).map(({ name, version, license }) => ({ name, version, license })),
    'parts.text': async ({ name, version }) => {
      const found = (await read()).find((each) => each.name === name && each.version === version)
      if (!found) throw new AppError('not-found', '程序中没有该组成部分，请刷新清单')
      return { text: found.text }
    },
  } satisfies HostHandlers<'parts'>
}
