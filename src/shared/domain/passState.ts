import { parseJsonOrNull } from '../util/json.ts'

/** B·§2 pass status of an entry in a list. */
export type PassState = 'published' | 'rejected' | 'unpublished'

/** contradictions.md 67: pass false is an approver's refusal, which counts while the entry is not published. */
export function passState({ isStatus, pass }: { isStatus: boolean; pass: boolean }): PassState {
  if (isStatus) return 'published'
  return pass ? 'unpublished' : 'rejected'
}

/** Name and remark of the approver who refused. */
export interface ApprovalResult {
  trueName: string
  approveResult: string
}

/** Parses `approveResult` of an entry (B·§2: JSON with trueName and approveResult); null if it is empty or invalid. */
export function parseApprovalResult(text: string): ApprovalResult | null {
  const parsed = parseJsonOrNull(text)
  if (typeof parsed !== 'object' || parsed === null) return null
  const { trueName, approveResult } = parsed as Record<string, unknown>
  const result = { trueName: textOf(trueName), approveResult: textOf(approveResult) }
  return result.trueName || result.approveResult ? result : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
