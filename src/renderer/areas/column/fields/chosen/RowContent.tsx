import { mergeClasses } from '@fluentui/react-components'
import { DeleteRegular, ErrorCircleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, memo } from 'react'
import { parseDictionaryMark } from '#shared/domain/relationMark.ts'
import { FIELD_TYPES } from '#shared/domain/fieldTypes.ts'
import { USE_FLAGS } from '#renderer/areas/column/fields/fieldFlags.ts'
import type { ChosenField } from '../draft/draft.ts'
import { useRowStyles } from './rowStyles.ts'

/** Actions on a row; the same functions for all rows. */
export interface RowActions {
  show: (name: string) => void
  edit: (name: string, patch: Partial<ChosenField>) => void
  remove: (name: string) => void
  onKeyDown: (name: string, event: KeyboardEvent) => void
}

interface Props {
  field: ChosenField
  current: boolean
  reachable: boolean
  readOnly: boolean
  wrong: string
  actions: RowActions
}

/** Short labels of the flags that can be switched in the list. */
const FLAGS = [
  { ...USE_FLAGS[0], short: '必填' },
  { ...USE_FLAGS[1], short: '列表' },
  { ...USE_FLAGS[2], short: '搜索' },
] as const

const describeType = ({ fieldType, relationMark }: ChosenField): string => {
  const dictionary = fieldType === 'SingleLine' && parseDictionaryMark(relationMark) ? ' · 字典' : ''
  return FIELD_TYPES[fieldType] + dictionary
}

/** A row without its handle; renders again only when its field changes, not during a drag. */
export const RowContent = memo(function RowContent({ field, current, reachable, readOnly, wrong, actions }: Props) {
  const styles = useRowStyles()
  const { fieldName, fieldAlias } = field
  const name = fieldAlias || fieldName
  const tabIndex = reachable ? 0 : -1
  return (
    <>
      <button
        type="button"
        className={styles.main}
        data-field={fieldName}
        aria-current={current}
        title={wrong || `${name}（${fieldName}）`}
        tabIndex={tabIndex}
        onClick={() => actions.show(fieldName)}
        onKeyDown={(event) => actions.onKeyDown(fieldName, event)}
      >
        {wrong && <ErrorCircleRegular className={styles.wrong} aria-label={wrong} />}
        <span className={styles.alias}>{name}</span>
        <span className={styles.type}>{describeType(field)}</span>
      </button>
      <span className={styles.flags}>
        {FLAGS.map(({ key, title, short }) => (
          <button
            key={key}
            type="button"
            className={mergeClasses(styles.flag, field[key] && styles.on)}
            aria-pressed={field[key]}
            aria-label={`${title} ${name}`}
            title={title}
            disabled={readOnly}
            tabIndex={tabIndex}
            onClick={() => actions.edit(fieldName, { [key]: !field[key] })}
          >
            {short}
          </button>
        ))}
      </span>
      <button
        type="button"
        className={mergeClasses(styles.tool, styles.remove)}
        aria-label={`删除 ${name}`}
        title="删除"
        disabled={readOnly}
        tabIndex={tabIndex}
        onClick={() => actions.remove(fieldName)}
      >
        <DeleteRegular />
      </button>
    </>
  )
})
