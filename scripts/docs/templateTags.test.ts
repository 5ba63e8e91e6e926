import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { ROOT } from '#scripts/start/root.ts'
import { PAGE, templateTagsPage } from './templateTags.ts'

it('the page of template tags is what the catalogue says; `npm run docs` writes it', async () => {
  const file = join(ROOT, PAGE)
  const page = readFileSync(file, 'utf8')
  expect(page).toBe(await format(templateTagsPage(page), { ...(await resolveConfig(file)), filepath: file }))
})
