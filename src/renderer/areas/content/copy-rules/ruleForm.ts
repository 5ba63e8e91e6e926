import type { CopyRule } from '#shared/contract/crossSiteCopy.ts'
import type { NamePair } from '#shared/domain/fieldMatch.ts'

/** What both steps fill in. */
export interface RuleForm {
  title: string
  isRun: boolean
  sourceSiteId: number
  sourceMenuId: number
  targetSiteId: number
  targetMenuId: number
  rules: NamePair[]
}

/** What the wizard of a new rule begins with. */
export const NEW_RULE: RuleForm = {
  title: '',
  isRun: true,
  sourceSiteId: 0,
  sourceMenuId: 0,
  targetSiteId: 0,
  targetMenuId: 0,
  rules: [],
}

/** A rule as the wizard holds it. */
export const formOf = (rule: CopyRule): RuleForm => ({
  title: rule.title,
  isRun: rule.isRun,
  sourceSiteId: rule.sourceSiteInfo.id,
  sourceMenuId: rule.sourceMenuInfo.id,
  targetSiteId: rule.targetSiteInfo.id,
  targetMenuId: rule.targetMenuInfo.id,
  rules: rule.rules.map(({ sourceField, targetField }) => ({ sourceField, targetField })),
})

/** What a match of fields is about. */
export const columnsIn = ({ sourceMenuId, targetMenuId }: Pick<RuleForm, 'sourceMenuId' | 'targetMenuId'>): string =>
  `${sourceMenuId} ${targetMenuId}`
