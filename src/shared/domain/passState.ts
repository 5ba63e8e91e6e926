import { jsonOrNull } from '../util/json.ts'

/** B·§2 pass status of an entry in a list. */
export type PassState = 'published' | 'rejected' | 'unpublished'

/** contradictions.md 67: pass false is a refusal by an approver, which counts while the entry is not published. */
export function passState({ isStatus, pass }: { isStatus: boolean; pass: boolean }): PassState {
  if (isStatus) return 'published'
  return pass ? 'unpublished' : 'rejected'
}

/** Who refused, and what they wrote. */
export interface ApprovalResult {
  trueName: string
  approveResult: string
}

/** What `approveResult` of an entry says (B·§2: JSON with trueName and approveResult); null when it says nothing. */
export function readApproval(text: string): ApprovalResult | null {
  const parsed = jsonOrNull(text)
  if (typeof parsed !== 'object' || parsed === null) return null
  const { trueName, approveResult } = parsed as Record<string, unknown>
  const result = { trueName: wordsOf(trueName), approveResult: wordsOf(approveResult) }
  return result.trueName || result.approveResult ? result : null
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')
