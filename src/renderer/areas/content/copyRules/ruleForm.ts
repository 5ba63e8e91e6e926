import type { CopyRule } from '#shared/contract/crossSiteCopy.ts'
import type { NamePair } from '#shared/domain/fieldMatch.ts'

export const FOLLOW_LABELS = { followUpdate: '更新', followUnpublish: '取消发布', followDelete: '删除' } as const

/** Values of both steps of the wizard. */
export interface RuleForm {
  title: string
  isRun: boolean
  followUpdate: boolean
  followUnpublish: boolean
  followDelete: boolean
  sourceSiteId: number
  sourceMenuId: number
  targetSiteId: number
  targetMenuId: number
  rules: NamePair[]
}

/** Changes of the source that copies may follow. */
export const FOLLOWS = [
  'followUpdate',
  'followUnpublish',
  'followDelete',
] as const satisfies readonly (keyof RuleForm)[]

/** Initial values of a new rule. */
export const EMPTY_RULE: RuleForm = {
  title: '',
  isRun: true,
  followUpdate: false,
  followUnpublish: false,
  followDelete: false,
  sourceSiteId: 0,
  sourceMenuId: 0,
  targetSiteId: 0,
  targetMenuId: 0,
  rules: [],
}

/** Converts a rule to the values of the wizard. */
export const toRuleForm = (rule: CopyRule): RuleForm => ({
  title: rule.title,
  isRun: rule.isRun,
  followUpdate: rule.followUpdate,
  followUnpublish: rule.followUnpublish,
  followDelete: rule.followDelete,
  sourceSiteId: rule.sourceSiteInfo.id,
  sourceMenuId: rule.sourceMenuInfo.id,
  targetSiteId: rule.targetSiteInfo.id,
  targetMenuId: rule.targetMenuInfo.id,
  rules: rule.rules.map(({ sourceField, targetField }) => ({ sourceField, targetField })),
})

/** Identifies the pair of columns of a field mapping. */
export const columnPairKeyOf = ({
  sourceMenuId,
  targetMenuId,
}: Pick<RuleForm, 'sourceMenuId' | 'targetMenuId'>): string => `${sourceMenuId} ${targetMenuId}`
