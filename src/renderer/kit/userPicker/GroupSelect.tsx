import { Dropdown, makeStyles, Option } from '@fluentui/react-components'
import { useMemo } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { USER_PICKER } from '#renderer/text/userPicker.ts'
import { groupItems } from './groupItems.ts'

const useStyles = makeStyles({
  root: { minWidth: '200px', maxWidth: '280px' },
  list: { maxHeight: '320px' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

const ALL = { id: 0, title: USER_PICKER.all, level: 1 }
const INDENT_PX = 16
/** C·§9: lists of choices come whole. */
const WHOLE = { page: 1, size: 1000 } as const

interface Props {
  /** The user's own group: what is under it can be chosen (B·§2). 0: not known yet. */
  ownGroup: number
  /** 0: all. */
  value: number
  onChange: (groupId: number) => void
}

/** Chooses one of the groups under the user's own, 全部 first. */
export function GroupSelect({ ownGroup, value, onChange }: Props) {
  const styles = useStyles()
  const { data } = useRead('role.page', { parentId: ownGroup, ...WHOLE }, { enabled: ownGroup > 0 })
  const items = useMemo(() => [ALL, ...groupItems(data?.content ?? [])], [data])
  const chosen = items.find(({ id }) => id === value)?.title ?? ''
  return (
    <Dropdown
      className={styles.root}
      aria-label={USER_PICKER.group}
      value={chosen}
      button={{
        children: (
          <span className={styles.text} title={chosen}>
            {chosen}
          </span>
        ),
      }}
      selectedOptions={[String(value)]}
      listbox={{ className: styles.list }}
      onOptionSelect={(_event, { optionValue }) => optionValue && onChange(Number(optionValue))}
    >
      {items.map(({ id, title, level }) => (
        <Option key={id} value={String(id)} text={title} style={{ paddingInlineStart: 8 + (level - 1) * INDENT_PX }}>
          {title}
        </Option>
      ))}
    </Dropdown>
  )
}
