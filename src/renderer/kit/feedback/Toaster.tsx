import {
  Button,
  makeStyles,
  Toast,
  ToastTitle,
  ToastTrigger,
  Toaster as FluentToaster,
  useId,
  useToastController,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import { useEffect, useRef } from 'react'
import { onNotice } from '#renderer/data/notices.ts'

/** Errors stay longer, because they say what to do. */
const SHOWN_MS = { info: 4000, success: 2500, warning: 6000, error: 7000 } as const

/** More at once would be a wall; the others wait. */
const AT_ONCE = 4

// Above every dialog: what is said there must not lie in its shade.
const useStyles = makeStyles({ layer: { zIndex: 1_000_001 } })

/** Shows every notice of data/notices.ts; the same text is not shown twice at a time. */
export function Toaster() {
  const styles = useStyles()
  const toasterId = useId('toaster')
  const { dispatchToast } = useToastController(toasterId)
  const shown = useRef(new Set<string>())

  useEffect(
    () =>
      onNotice(({ level, text }) => {
        if (shown.current.has(text)) return
        shown.current.add(text)
        dispatchToast(
          <Toast>
            <ToastTitle
              action={
                <ToastTrigger>
                  <Button appearance="transparent" size="small" icon={<DismissRegular />} aria-label="关闭提示" />
                </ToastTrigger>
              }
            >
              {text}
            </ToastTitle>
          </Toast>,
          {
            intent: level,
            timeout: SHOWN_MS[level],
            pauseOnHover: true,
            onStatusChange: (_event, { status }) => status === 'dismissed' && shown.current.delete(text),
          },
        )
      }),
    [dispatchToast],
  )
  return (
    <FluentToaster
      toasterId={toasterId}
      position="top"
      offset={{ vertical: 12 }}
      limit={AT_ONCE}
      mountNode={{ className: styles.layer }}
    />
  )
}
