import {
  Button,
  Field,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { ChevronDownRegular, DismissRegular } from '@fluentui/react-icons'
import type { Classify } from '#shared/contract/classify.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { FieldFrame } from '#renderer/kit/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/kit/fields/focusRef.ts'
import { TextField } from '#renderer/kit/fields/TextField.tsx'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { wayTitles } from '../values/ways.ts'
import type { EntryBound } from './entryBound.ts'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  button: { justifyContent: 'space-between', fontWeight: tokens.fontWeightRegular, maxWidth: '100%' },
  popover: { maxHeight: '360px', overflowY: 'auto' },
})

/** A way through a multi-level dictionary; its value is the ids of the way joined by commas (contradictions.md 85). */
export function CascaderField({ dictionaryId, ...bound }: EntryBound & { dictionaryId: number }) {
  const styles = useStyles()
  const { data, error } = useRead('classify.getTree', { id: dictionaryId }, { quiet: true })
  if (error) return <TextField {...bound} hint={`字典没有加载成功（${error.message}），可以直接填写编号`} />
  if (!data)
    return (
      <Field label={bound.label} required={bound.required}>
        <Spinner size="tiny" label="正在加载选项…" labelPosition="after" style={{ justifyContent: 'start' }} />
      </Field>
    )
  return (
    <FieldFrame {...bound} group>
      {({ value, onChange, onBlur, ref }) => {
        const text = typeof value === 'string' ? value : ''
        return (
          <div ref={focusRef(ref)} className={styles.root} onBlur={onBlur}>
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <Button
                  className={styles.button}
                  icon={<ChevronDownRegular />}
                  iconPosition="after"
                  aria-label={`选择${bound.label}`}
                >
                  {text ? wayTitles(data, choicesIn(text)).join(' / ') : '请选择'}
                </Button>
              </MenuTrigger>
              <MenuPopover className={styles.popover}>
                <Level entries={data} way={[]} onChoose={onChange} />
              </MenuPopover>
            </Menu>
            {text && (
              <Button
                appearance="subtle"
                icon={<DismissRegular />}
                aria-label={`清空${bound.label}`}
                onClick={() => onChange('')}
              />
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}

interface LevelProps {
  entries: readonly Classify[]
  way: readonly number[]
  onChoose: (value: string) => void
}

/** One level of the menu. An entry with others below it can be chosen itself, too. */
function Level({ entries, way, onChoose }: LevelProps) {
  const styles = useStyles()
  if (entries.length === 0) return <MenuItem disabled>字典中还没有内容</MenuItem>
  return (
    <MenuList>
      {entries.map(({ id, title, child }) => {
        const own = [...way, id]
        const choose = (): void => onChoose(own.join(','))
        if (child.length === 0)
          return (
            <MenuItem key={id} onClick={choose}>
              {title}
            </MenuItem>
          )
        return (
          <Menu key={id}>
            <MenuTrigger disableButtonEnhancement>
              <MenuItem>{title}</MenuItem>
            </MenuTrigger>
            <MenuPopover className={styles.popover}>
              <MenuList>
                <MenuItem onClick={choose}>选择“{title}”</MenuItem>
                <Level entries={child} way={own} onChoose={onChoose} />
              </MenuList>
            </MenuPopover>
          </Menu>
        )
      })}
    </MenuList>
  )
}
