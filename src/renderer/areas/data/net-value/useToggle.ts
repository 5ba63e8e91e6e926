import { useCallback, useRef } from 'react'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { stopTimeOf } from '#shared/domain/productStatus.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

/**
 * Sets the opposite status (B·§4): of the record by its id, then of its product by the code. The second request follows
 * a success of the first alone (contradictions.md 87).
 */
export function useToggle(): (row: NetWorth) => void {
  const { mutateAsync: byId } = useWrite('netWorth.updateStatus', { success: false })
  const { mutateAsync: byCode } = useWrite('netWorth.updateStatus')
  /** Ids of the records whose two requests are under way. */
  const running = useRef(new Set<number>())
  return useCallback(
    ({ id, classId, productCode, isStatus }) => {
      if (running.current.has(id)) return
      const next = !isStatus
      const toggle = async (): Promise<void> => {
        const { code } = await byId({ classId, idList: [{ id }], isStatus: next })
        if (code !== SUCCESS) return
        const stopDate = stopTimeOf(next, formatDateTime(new Date()))
        await byCode({ classId, productCode, isOpen: next, stopDate })
      }
      running.current.add(id)
      // The shared layer says what went wrong.
      toggle()
        .catch(() => undefined)
        .finally(() => running.current.delete(id))
    },
    [byId, byCode],
  )
}
