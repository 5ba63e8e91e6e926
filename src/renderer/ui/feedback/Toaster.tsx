import {
  Button,
  makeStyles,
  mergeClasses,
  Toast,
  ToastBody,
  Toaster as FluentToaster,
  ToastTitle,
  ToastTrigger,
  useId,
  useToastController,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import { useEffect, useRef, useState } from 'react'
import { type Notice, onNotice, onDialogClosed } from '#renderer/data/notices.ts'
import { ErrorReference } from './ErrorReference.tsx'

/** Errors stay longer, because they name a remedy. */
const DURATION_MS = { info: 4000, success: 2500, warning: 6000, error: 7000 } as const

/** Lines of a text that are visible without hover or focus. */
const LINES = 4
const TEXT = 'notice-text'
const WHOLE = { WebkitLineClamp: 'none', maxHeight: '50vh', overflowY: 'auto' } as const

/** Toasts at the same time; further ones wait. */
const MAX_TOASTS = 4

// Above every dialog.
const useStyles = makeStyles({
  layer: { zIndex: 1_000_001 },
  // A long text is cut; it opens on hover and while its button has the focus.
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: LINES,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  toast: {
    [`:hover .${TEXT}`]: WHOLE,
    [`:focus-within .${TEXT}`]: WHOLE,
  },
})

/** Shows the notices of data/notices.ts as toasts; never the same text twice at a time. */
export function Toaster() {
  const styles = useStyles()
  const toasterId = useId('toaster')
  const { dispatchToast, dismissToast } = useToastController(toasterId)
  const shown = useRef(new Map<string, Notice & { id: string }>())
  const last = useRef(0)
  const vertical = useBottomDistance()

  useEffect(
    () =>
      onNotice((notice) => {
        const { level, text, reference } = notice
        if (shown.current.has(text)) return
        // A new id each time: a text may return while its earlier toast is still fading out.
        const id = `notice-${(last.current += 1)}`
        shown.current.set(text, { ...notice, id })
        dispatchToast(
          <Toast className={styles.toast}>
            <ToastTitle
              action={
                <ToastTrigger>
                  <Button appearance="transparent" size="small" icon={<DismissRegular />} aria-label="关闭提示" />
                </ToastTrigger>
              }
            >
              <span className={mergeClasses(TEXT, styles.text)} title={shortenNames(text) === text ? undefined : text}>
                {shortenNames(text)}
              </span>
            </ToastTitle>
            {reference && (
              <ToastBody>
                <ErrorReference reference={reference} />
              </ToastBody>
            )}
          </Toast>,
          {
            toastId: id,
            intent: level,
            timeout: DURATION_MS[level],
            pauseOnHover: true,
            onStatusChange: (_event, { status }) =>
              status === 'dismissed' && shown.current.get(text)?.id === id && shown.current.delete(text),
          },
        )
      }),
    [dispatchToast, styles],
  )
  useEffect(
    () =>
      onDialogClosed((dialog) => {
        for (const { about, text, id } of shown.current.values()) {
          if (about !== dialog) continue
          dismissToast(id)
          shown.current.delete(text)
        }
      }),
    [dismissToast],
  )
  return (
    <FluentToaster
      toasterId={toasterId}
      position="bottom"
      offset={{ vertical }}
      limit={MAX_TOASTS}
      mountNode={{ className: styles.layer }}
    />
  )
}

/** Above the buttons of a dialog and the pager of a list, so that neither they nor tabs and titles are covered. */
const ABOVE_BUTTONS = 76
/** Height of a field's label. */
const LABEL = 32

/** Distance of the toasts from the window's bottom: above the field that has the focus, where it is low in the window. */
function useBottomDistance(): number {
  const [distance, setDistance] = useState(ABOVE_BUTTONS)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const field = target instanceof HTMLElement && target.matches('input, textarea') ? target : null
      const top = field?.getBoundingClientRect().top ?? 0
      const isLow = top > window.innerHeight / 2
      setDistance(isLow ? Math.max(ABOVE_BUTTONS, window.innerHeight - top + LABEL) : ABOVE_BUTTONS)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return distance
}

/** A text up to this length is not shortened. */
const MAX_LENGTH = 80
const LONG_NAME = /“([^”]{25,})”/g
const MAX_NAME_LENGTH = 20

/** Shortens the long names in a long text, so that the rest of the text stays visible. */
const shortenNames = (text: string): string =>
  text.length <= MAX_LENGTH
    ? text
    : text.replace(LONG_NAME, (_quoted, name: string) => `“${Array.from(name).slice(0, MAX_NAME_LENGTH).join('')}…”`)
