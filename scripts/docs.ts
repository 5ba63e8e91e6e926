// `npm run docs`: writes the generated parts of docs/.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { PAGE, templateTagsPage } from './docs/templateTags.ts'
import { ROOT } from './start/root.ts'

const file = join(ROOT, PAGE)
const page = templateTagsPage(readFileSync(file, 'utf8'))
writeFileSync(file, await format(page, { ...(await resolveConfig(file)), filepath: file }))
