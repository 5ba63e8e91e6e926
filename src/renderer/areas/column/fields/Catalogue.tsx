import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { memo, useMemo, useState } from 'react'
import type { CommonField } from '#shared/contract/fieldCommon.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { FIELD_TYPES } from '#shared/domain/fieldTypes.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { type ChosenField, toChosenField } from './draft/draft.ts'
import { CatalogueItem } from './CatalogueItem.tsx'

const useStyles = makeStyles({
  pane: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0, minWidth: 0 },
  list: { overflow: 'auto', minHeight: 0, paddingInlineEnd: tokens.spacingHorizontalXS },
  title: { margin: 0 },
  group: { display: 'grid', gap: tokens.spacingVerticalXS, marginBottom: tokens.spacingVerticalM },
  items: { display: 'grid', gap: tokens.spacingVerticalXXS, listStyle: 'none', margin: 0, padding: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

const upAndDown = arrowKeys('vertical')

interface Props {
  /** Names of the fields that the column has. */
  chosen: ReadonlySet<string>
  readOnly: boolean
  onAdd: (field: ChosenField) => void
  /** Called when the user picks a field that is already chosen. */
  onShow: (name: string) => void
}

/** Available fields by group (A·§2). A click, Enter or dragging adds a field. */
export const Catalogue = memo(function Catalogue({ chosen, readOnly, onAdd, onShow }: Props) {
  const styles = useStyles()
  const [key, setKey] = useState('')
  const { data, error, refetch } = useRead('fieldCommon.getList', {}, { quiet: true })
  const groups = useMemo(() => {
    const query = key.toLowerCase()
    return (data ?? [])
      .map(({ title, fields }) => ({
        title,
        fields: fields.filter(({ fieldAlias, fieldName, fieldType }) =>
          [fieldAlias, fieldName, FIELD_TYPES[fieldType]].some((text) => text.toLowerCase().includes(query)),
        ),
      }))
      .filter(({ fields }) => fields.length > 0)
  }, [data, key])
  const pickField = useLatest((field: CommonField) => {
    if (chosen.has(field.fieldName)) onShow(field.fieldName)
    else if (!readOnly) onAdd(toChosenField(field))
  })

  return (
    <section className={styles.pane} aria-label="可选字段" ref={upAndDown}>
      <Subtitle2 as="h3" className={styles.title}>
        可选字段
      </Subtitle2>
      <SearchBox value={key} onSearch={setKey} placeholder="搜索字段" />
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data && groups.length === 0 && (
        <EmptyState title={key ? '没有找到字段' : '没有可选字段'} text={key ? '请更换关键词' : '请先启用可选字段'} />
      )}
      <div className={styles.list}>
        {groups.map(({ title, fields }) => (
          <div key={title} className={styles.group} role="group" aria-label={title}>
            <Text size={200} className={styles.muted}>
              {title}
            </Text>
            <ul className={styles.items}>
              {fields.map((field) => (
                <CatalogueItem
                  key={field.id}
                  field={field}
                  chosen={chosen.has(field.fieldName)}
                  readOnly={readOnly}
                  onPick={pickField}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
})
