import { expect, it } from 'vitest'
import { sampleTree } from './samples.ts'
import { siteProblems } from './siteRules.ts'

const AREA = 'src/renderer/areas/data/label'
const ASKS = "import { useCurrentSite } from '#renderer/data/currentSite.ts'\n"
const problems = (files: Record<string, string>): string[] =>
  siteProblems(sampleTree(files)).map(({ path, line }) => `${path}:${line}`)

it('lets screens ask for the current site, and what chooses it; dialogs and parts take it from them', () => {
  expect(
    problems({
      [`${AREA}/screen.ts`]: "export const screen = { load: () => import('./LabelList.tsx') }",
      [`${AREA}/LabelList.tsx`]: ASKS,
      [`${AREA}/LabelDialog.tsx`]: `\n${ASKS}`,
      [`${AREA}/useSave.ts`]: "import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'",
      'src/renderer/features/sites/Part.tsx': ASKS,
      'src/renderer/app/shell/Header.tsx': ASKS,
      [`${AREA}/LabelDialog.test.tsx`]: ASKS,
    }),
  ).toEqual([`${AREA}/LabelDialog.tsx:2`, 'src/renderer/features/sites/Part.tsx:1'])
})

it('lets nobody read the site of the session, which another window may have chosen', () => {
  const reads = 'export const siteOf = (session: { currentSiteId: number }) =>\n  session.currentSiteId\n'
  expect(problems({ 'src/renderer/app/shell/a.ts': reads, 'src/renderer/data/currentSite.ts': reads })).toEqual([
    'src/renderer/app/shell/a.ts:2',
  ])
})
