import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { useId, useState } from 'react'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { NavLeaf } from './NavLeaf.tsx'
import { useNavLook } from './navLook.ts'

/** One group of screens, which folds; without a title its only screen stands by itself. */
export function NavSection({ group, active }: { group: NavGroup; active: string }) {
  const look = useNavLook()
  const listId = useId()
  const [open, setOpen] = useState(true)
  return (
    <div>
      {group.title && (
        <button
          type="button"
          className={look.heading}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {group.title}
          {open ? <ChevronDownRegular className={look.end} /> : <ChevronRightRegular className={look.end} />}
        </button>
      )}
      <div id={listId} hidden={!open && group.title !== ''}>
        <ul className={look.list}>
          {group.leaves.map((leaf) => (
            <li key={leaf.path}>
              <NavLeaf leaf={leaf} active={leaf.path === active} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
