import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.github/workflows')

const step = z
  .strictObject({
    name: z.string().optional(),
    uses: z.string().optional(),
    run: z.string().optional(),
    if: z.string().optional(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    env: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), 'a step runs or uses')
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.object({ group: z.string() }).loose().optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      strategy: z.object({ 'fail-fast': z.boolean(), matrix: z.record(z.string(), z.array(z.string())) }),
      'runs-on': z.string(),
      environment: z.string().optional(),
      'timeout-minutes': z.number().int(),
      steps: z.array(step).min(1),
    }),
  ),
})

async function workflows() {
  const names = await readdir(FOLDER)
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(FOLDER, name), 'utf8') }))).then(
    (files) => files.map(({ name, text }) => ({ name, text, parsed: workflow.parse(parse(text)) })),
  )
}

it('the workflows are what GitHub reads: least rights, a limit of time, and actions pinned to a commit', async () => {
  const found = await workflows()
  expect(found.map(({ name }) => name).toSorted()).toEqual(['ci.yml', 'release.yml'])
  for (const { text, parsed } of found) {
    const steps = Object.values(parsed.jobs).flatMap((job) => job.steps)
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
    // What anybody may write into a title or branch never becomes a command.
    for (const { run } of steps) expect(run ?? '').not.toContain('${{')
    expect(text).not.toContain('pull_request_target')
    for (const job of Object.values(parsed.jobs)) expect(job.strategy.matrix['os']).toHaveLength(3)
  }
})

it('what they run are scripts of this project, and nothing of a pull request sees a secret', async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  for (const { name, text } of await workflows()) {
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(manifest.scripts)).toContain(script)
    if (name !== 'release.yml') expect(text).not.toContain('secrets.')
  }
})
