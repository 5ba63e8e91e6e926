import { Tooltip } from '@fluentui/react-components'
import { useEffect, useState } from 'react'

/**
 * Shows the full name of the hovered or focused row when it is cut off. One tooltip serves all rows, of which there may
 * be hundreds.
 */
export function NavTooltip({ around }: { around: HTMLElement | null }) {
  const [row, setRow] = useState<{ target: HTMLElement; name: string } | null>(null)
  useEffect(() => {
    if (!around) return undefined
    const onEnter = ({ target }: Event): void => {
      const button = target instanceof Element ? target.closest('button') : null
      const text = button?.querySelector<HTMLElement>('span:last-of-type')
      const cut = button && text && text.scrollWidth > text.clientWidth
      setRow(cut ? { target: button, name: text.textContent } : null)
    }
    const onLeave = (): void => setRow(null)
    const starts = ['pointerover', 'focusin']
    const ends = ['pointerleave', 'focusout', 'scroll']
    for (const each of starts) around.addEventListener(each, onEnter)
    for (const each of ends) around.addEventListener(each, onLeave, true)
    return () => {
      for (const each of starts) around.removeEventListener(each, onEnter)
      for (const each of ends) around.removeEventListener(each, onLeave, true)
    }
  }, [around])
  if (!row) return null
  return (
    <Tooltip
      content={row.name}
      relationship="inaccessible"
      visible
      positioning={{ target: row.target, position: 'after' }}
    />
  )
}
