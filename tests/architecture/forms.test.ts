import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesUnder } from '#scripts/quality/tree.ts'
import { ROOT } from '#scripts/start/root.ts'

/**
 * Forms without a row in a table of forms (`sendsWhatItShows`): the test that works their screen and compares the whole
 * call with what was typed, each field with another value.
 */
const BY_SCREEN: Readonly<Record<string, readonly [test: string, operation: string]>> = {
  'areas/approval/workflow/FlowDialog.tsx': ['workflow/WorkflowList.test.tsx', 'workflowNode.batchSave'],
  'areas/content/copyRules/RunDialog.tsx': ['copyRules/CopyRules.test.tsx', 'copyRule.run'],
  'areas/content/shared/list/ListDialogs.tsx': ['list/ContentList.test.tsx', 'content.reject'],
  'areas/content/shared/list/copy/CopyDialog.tsx': ['list/ContentList.test.tsx', 'content.copy'],
  'areas/content/shared/list/copy/CrossCopyDialog.tsx': ['list/copy/CrossCopy.test.tsx', 'crossCopy.copy'],
  'areas/people/account/department/MoveDialog.tsx': ['department/DepartmentDialog.test.tsx', 'department.save'],
  'areas/people/changePassword/ChangePassword.tsx': ['ChangePassword.test.tsx', 'session.changePassword'],
  'areas/people/profile/Profile.tsx': ['profile/Profile.test.tsx', 'profile.save'],
  'areas/people/role/AccountsDialog.tsx': ['role/UserGroups.test.tsx', 'role.moveAccounts'],
  'areas/people/role/dialog/RoleForm.tsx': ['role/UserGroups.test.tsx', 'role.save'],
  'areas/people/signIns/FactorDialogs.tsx': ['signIns/OwnSignIns.test.tsx', 'security.removeSecondFactor'],
  'areas/session/firstPassword/FirstPassword.tsx': ['FirstPassword.test.tsx', 'session.changePassword'],
  'areas/session/register/Register.tsx': ['register/Register.test.tsx', 'registration.register'],
  'areas/session/shared/CodeStep.tsx': ['login/Login.test.tsx', 'session.signIn'],
  'areas/site/templateRelation/TemplateRelation.tsx': ['TemplateRelation.test.tsx', 'templateSite.bind'],
  'areas/upload/attachment/QuotaDialog.tsx': ['attachment/QuotaDialog.test.tsx', 'attachment.saveQuota'],
  'features/session/secondFactor/SetUp.tsx': ['secondFactor/SetUp.test.tsx', 'security.beginSecondFactor'],
  'features/templateRevision/RevisionLimitLine.tsx': [
    'templateRevision/HistoryDialog.test.tsx',
    'templateRevision.saveLimits',
  ],
}

/** Forms that give their values to the form or the editor around them and call nothing. */
const INNER: readonly string[] = [
  'areas/channel/smsMarketing/NumbersField.tsx',
  'areas/column/fields/details/DictionaryPart.tsx',
  'features/media/picker/group/MediaCards.tsx',
  'features/richText/dialogs/VideoDialog.tsx',
  'features/richText/dialogs/ImageDialog.tsx',
  'features/richText/dialogs/LinkDialog.tsx',
]

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const sources = filesUnder('src/renderer').filter((path) => /\.tsx?$/.test(path))
const tests = new Map(sources.filter((path) => path.includes('.test.')).map((path) => [path, read(path)]))

/** Uses one of the ways to make a form; the gallery's forms send nothing. */
const forms = sources
  .filter((path) => /^src\/renderer\/(areas|features)\//.test(path) && !tests.has(path))
  .filter((path) => !path.startsWith('src/renderer/areas/demo/'))
  .filter((path) => /<(?:FormDialog|ResourceForm|StepWizard)\b|\b(?:useSaveForm|useForm)[<(]/.test(read(path)))
  .map((path) => path.slice('src/renderer/'.length))
const inTables = new Set(
  [...tests.values()].flatMap((text) =>
    [...text.matchAll(/sendsWhatItShows\(\{\s+form: '([^']+)'/g)].map(([, form = '']) => form),
  ),
)

it('each form has a test that compares its whole call', () => {
  const known = new Set([...inTables, ...Object.keys(BY_SCREEN), ...INNER])
  expect(forms.length).toBeGreaterThan(60)
  expect(forms.filter((form) => !known.has(form))).toEqual([])
})

it('no other file stands in the lists, and none in two of them', () => {
  const listed = [...inTables, ...Object.keys(BY_SCREEN), ...INNER]
  expect(listed.filter((form) => !forms.includes(form))).toEqual([])
  expect(listed.filter((form, at) => listed.indexOf(form) !== at)).toEqual([])
})

it.each(Object.entries(BY_SCREEN))('the call of %s is compared as a whole', (_form, [test, operation]) => {
  const found = [...tests].filter(([path]) => path.endsWith(`/${test}`))
  expect(found).toHaveLength(1)
  expect(found[0]?.[1]).toMatch(
    new RegExp(`inputsOf\\('${operation.replace('.', '\\.')}'\\)\\)(?:\\.not)?\\.toEqual\\(\\[\\s*\\{`),
  )
})

it('an inner form calls no operation', () => {
  expect(INNER.filter((form) => read(`src/renderer/${form}`).includes('useWrite('))).toEqual([])
})
