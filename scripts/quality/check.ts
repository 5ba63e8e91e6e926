import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerProblems } from './answerRules.ts'
import { folderCycleProblems } from './areaRules.ts'
import { cycleProblems } from './cycles.ts'
import { effectProblems } from './effectRules.ts'
import { exitProblems } from './exitRules.ts'
import { colourProblems, fileProblems } from './fileRules.ts'
import { functionProblems } from './functionRules.ts'
import { siteProblems } from './siteRules.ts'
import { importProblems } from './importRules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { nameProblems, phraseProblems } from './wordRules.ts'
import { ROOT } from '../start/root.ts'

/** All packages in package.json. */
export function declaredPackages(root = ROOT): Set<string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object | undefined>
  return new Set(
    ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.keys(manifest[kind] ?? {})),
  )
}

/** Checks all house rules on all files, sorted by path. */
export function houseProblems(files: readonly SourceFile[], declared: ReadonlySet<string>): Problem[] {
  return [
    ...importProblems(files, declared),
    ...cycleProblems(files),
    ...folderCycleProblems(files),
    ...files.flatMap(fileProblems),
    ...files.flatMap(nameProblems),
    ...files.flatMap(phraseProblems),
    ...files.flatMap(functionProblems),
    ...colourProblems(files),
    ...files.flatMap(effectProblems),
    ...files.flatMap(answerProblems),
    ...files.flatMap(exitProblems),
    ...siteProblems(files),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
}
