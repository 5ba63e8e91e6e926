import type { PassState } from '#shared/domain/passState.ts'

/** Labels of the publication state (B·§2). */
export const PASS_STATE_LABELS: Readonly<Record<PassState, string>> = {
  published: '已发布',
  rejected: '已驳回',
  unpublished: '未发布',
}
