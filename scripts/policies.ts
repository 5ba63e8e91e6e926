// `npm run policies`: writes the templates for administrators from src/shared/domain/policies.ts.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { policyFiles } from './build/policyFiles.ts'
import { ROOT } from './start/root.ts'

for (const [path, text] of policyFiles()) {
  const file = join(ROOT, 'resources', 'policies', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  console.log(`resources/policies/${path}`)
}
