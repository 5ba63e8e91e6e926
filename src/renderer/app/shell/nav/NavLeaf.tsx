import { mergeClasses } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import type { NavLeaf as Leaf } from '#renderer/ui/page/navigation.ts'
import { useOpen } from '#renderer/app/tabs/useOpen.ts'
import { useNavStyles } from './navStyles.ts'

interface Props {
  leaf: Leaf
  active: boolean
  /** Called after the page was opened; a fly-out then closes. */
  onOpened?: (() => void) | undefined
}

/** One screen of the navigation. */
export function NavLeaf({ leaf, active, onOpened }: Props) {
  const navStyles = useNavStyles()
  const open = useOpen()
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <button
      ref={line}
      type="button"
      className={mergeClasses(navStyles.row, active && navStyles.active)}
      aria-current={active ? 'page' : undefined}
      onClick={() => {
        open(leaf.path)
        onOpened?.()
      }}
    >
      <span className={mergeClasses(navStyles.icon, active && navStyles.activeIcon)}>
        <leaf.icon />
      </span>
      <span className={navStyles.text}>{leaf.title}</span>
      {leaf.badge && (
        <span className={navStyles.end}>
          <leaf.badge />
        </span>
      )}
    </button>
  )
}
