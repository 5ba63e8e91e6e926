import { Checkbox, Field, Input, makeStyles, Subtitle2, Text, Textarea, tokens } from '@fluentui/react-components'
import { memo, useCallback } from 'react'
import { FIELD_TYPES } from '#shared/domain/fieldTypes.ts'
import { CHECK_FLAGS, ITEM_FLAGS, USE_FLAGS } from '#renderer/areas/column/fields/fieldFlags.ts'
import type { ChosenField } from '../draft/draft.ts'
import { DefaultValue } from './DefaultValue.tsx'
import { DictionaryPart } from './DictionaryPart.tsx'

const useStyles = makeStyles({
  pane: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0, minWidth: 0 },
  head: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS, minWidth: 0 },
  title: { margin: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  parts: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    alignContent: 'start',
    minHeight: 0,
    minWidth: 0,
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXS}`,
    border: 'none',
    overflow: 'auto',
  },
  mark: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
})

/** Length limits of the contract (contract/fieldForm). */
const LIMITS = { alias: 100, note: 1000 } as const

interface Props {
  field: ChosenField
  siteId: number
  readOnly: boolean
  /** Error message of the field; '' without an error. */
  wrong: string
  onEdit: (name: string, patch: Partial<ChosenField>) => void
}

/** Details of one chosen field (A·§2): alias, default value, hint, flags and options of its type. */
export const FieldDetails = memo(function FieldDetails({ field, siteId, readOnly, wrong, onEdit }: Props) {
  const styles = useStyles()
  const { fieldName, fieldAlias, fieldType, note, relationMark } = field
  const edit = useCallback((patch: Partial<ChosenField>): void => onEdit(fieldName, patch), [fieldName, onEdit])
  const onMark = useCallback((mark: string) => edit({ relationMark: mark }), [edit])
  const flags = { field, onEdit: edit }
  return (
    <section className={styles.pane} aria-label="字段属性">
      <div className={styles.head}>
        <Subtitle2 as="h3" className={styles.title} title={fieldAlias}>
          {fieldAlias || fieldName}
        </Subtitle2>
      </div>
      <Text size={200} className={styles.muted}>
        {FIELD_TYPES[fieldType]} · {fieldName}
      </Text>
      {/* The fieldset disables all inputs at once; their texts can still be read and scrolled. */}
      <fieldset className={styles.parts} disabled={readOnly}>
        <Field label="别名" {...(wrong ? { validationMessage: wrong } : {})}>
          <Input
            value={fieldAlias}
            maxLength={LIMITS.alias}
            onChange={(_event, { value }) => edit({ fieldAlias: value })}
          />
        </Field>
        <DefaultValue field={field} onChange={(defaultValue) => edit({ defaultValue })} />
        <Field label="提示" hint="显示在输入框旁边">
          <Textarea
            spellCheck
            value={note}
            rows={2}
            maxLength={LIMITS.note}
            resize="vertical"
            onChange={(_event, { value }) => edit({ note: value })}
          />
        </Field>
        <FlagGroup title="显示与填写" flags={USE_FLAGS} {...flags} />
        {fieldType === 'SingleLine' && (
          <>
            <FlagGroup title="格式校验" flags={CHECK_FLAGS} {...flags} />
            <DictionaryPart relationMark={relationMark} siteId={siteId} readOnly={readOnly} onChange={onMark} />
          </>
        )}
        {fieldType.startsWith('Batch') && <FlagGroup title="子项选项" flags={ITEM_FLAGS} {...flags} />}
        {fieldType.startsWith('Relation') && (
          <Field label="关联配置" hint="关联内容和关联标签的配置原样保留">
            <Text className={styles.mark}>{relationMark || '未配置'}</Text>
          </Field>
        )}
      </fieldset>
    </section>
  )
})

const useFlagGroupStyles = makeStyles({
  root: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  boxes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
})

type Flag = { [K in keyof ChosenField]: ChosenField[K] extends boolean ? K : never }[keyof ChosenField]

interface NamedFlag {
  key: Flag
  title: string
}

interface FlagGroupProps {
  title: string
  flags: readonly NamedFlag[]
  field: ChosenField
  /** Must be stable, otherwise typing renders all checkboxes again. */
  onEdit: (patch: Partial<ChosenField>) => void
}

/** A group of yes/no properties of a field. */
function FlagGroup({ title, flags, field, onEdit }: FlagGroupProps) {
  const styles = useFlagGroupStyles()
  return (
    <fieldset className={styles.root} aria-label={title}>
      <Text>{title}</Text>
      <div className={styles.boxes}>
        {flags.map((flag) => (
          <FlagBox key={flag.key} flag={flag} checked={field[flag.key]} onEdit={onEdit} />
        ))}
      </div>
    </fieldset>
  )
}

interface BoxProps {
  flag: NamedFlag
  checked: boolean
  onEdit: FlagGroupProps['onEdit']
}

const FlagBox = memo(function FlagBox({ flag, checked, onEdit }: BoxProps) {
  return (
    <Checkbox
      label={flag.title}
      checked={checked}
      onChange={(_event, data) => onEdit({ [flag.key]: data.checked === true })}
    />
  )
})
