import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Facts = Record<string, { stale?: string[]; success?: string }>

/** The value as code; each name of a stale read is written once. */
function codeOf(facts: Facts): string {
  const reads = [...new Set(Object.values(facts).flatMap(({ stale = [] }) => stale))]
  const entries = Object.entries(facts).map(([name, { stale, success }]) => {
    const list = stale && `stale: [${stale.map((read) => `r[${reads.indexOf(read)}]`).join()}]`
    const text = success && `success: ${JSON.stringify(success)}`
    return `${JSON.stringify(name)}: { ${[list, text].filter(Boolean).join(', ')} }`
  })
  return `const r = ${JSON.stringify(reads)}\nexport const operationFacts = {${entries.join()}}`
}

/** Replaces the module that computes `operationFacts` from the whole contract by the computed value. */
export function inlineOperationFacts(root: string): Plugin {
  return {
    name: 'sitecraft:operation-facts',
    apply: 'build',
    load(id) {
      if (!id.replaceAll('\\', '/').endsWith('/src/renderer/data/operationFacts.ts')) return null
      const script = join(root, 'scripts/run.mjs')
      const json = execFileSync(process.execPath, [script, 'operationFacts'], { cwd: root, encoding: 'utf8' })
      return { code: codeOf(JSON.parse(json) as Facts), moduleType: 'js' }
    },
  }
}
