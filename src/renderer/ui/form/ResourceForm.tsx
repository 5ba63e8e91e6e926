import { Button, makeStyles, mergeClasses, Spinner, Text, tokens } from '@fluentui/react-components'
import { SaveRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Control, DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useConfirmDiscard } from '../dialogs/useConfirmDiscard.ts'
import { type Saved, useSaveForm } from './useSaveForm.ts'
import { useUnsaved } from '../page/unsaved.ts'
import type { Compare } from './compare.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { usePageFormStyles } from './usePageFormStyles.ts'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    alignContent: 'start',
    minWidth: 0,
    padding: tokens.spacingHorizontalXL,
  },
  narrow: { maxWidth: '720px' },
})

interface Props<In extends FieldValues, Out> {
  /** Names the form for screen readers and in the question about unsaved work. */
  title: string
  /** Rules and messages: the operation's input in the contract, or a part of it. */
  schema: z.ZodType<Out, In>
  /** The saved record. Newer values replace the fields while the user has changed nothing. */
  values: DefaultValues<NoInfer<In>>
  save: (values: Out) => Promise<Saved>
  /** Lets the user merge when another person has saved the record meanwhile; `values` must contain its `version`. */
  compare?: Compare
  saveText?: string
  /** Runs after a save, for instance to go back. */
  onSaved?: () => void
  releaseMs?: number
  /** Shown beside the buttons of the bar. */
  note?: ReactNode
  /** Uses the whole width (code, tables); otherwise the fields have a readable width. */
  wide?: boolean
  /** Hides the bar for accounts that may only view the form. The fields must be disabled too. */
  readOnly?: boolean
  children: (control: Control<In, unknown, Out>) => ReactNode
}

/**
 * A form as a page, or as a panel of one. Render it when the record is loaded, with its id as `key`. Ctrl+S saves;
 * leaving with changes asks first.
 */
export function ResourceForm<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { title, values, saveText = '保存', wide = false, readOnly = false, note } = props
  const styles = useStyles()
  const page = usePageFormStyles()
  const confirmDiscard = useConfirmDiscard('重置')
  const { control, form, dirty, busy, submit, conflict } = useSaveForm({
    ...props,
    tabKey: `form ${title}`,
    onClose: (saved) => {
      applySaved(saved)
      props.onSaved?.()
    },
  })
  useUnsaved(`form ${title}`, title, dirty)

  // The saved values, with the version from the response, become the initial values of the form.
  const applySaved = ({ data }: Saved): void => {
    const version: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'version') : undefined
    form.reset({ ...form.getValues(), ...(version === undefined ? {} : { version }) })
  }
  const latest = JSON.stringify(values)
  const applyLatest = useEffectEvent(() => !form.formState.isDirty && form.reset(values))
  // The form starts with these values; values moved from another window stay over them.
  const applied = useRef(latest)
  useEffect(() => {
    if (applied.current !== latest) applyLatest()
    applied.current = latest
  }, [latest])

  const reset = async (): Promise<void> => {
    if (await confirmDiscard(dirty ? [title] : [])) form.reset(values)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!readOnly) submit()
  }

  return (
    <>
      <form className={page.form} aria-label={title} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        <div className={mergeClasses(styles.fields, !wide && styles.narrow)}>{props.children(control)}</div>
        {!readOnly && (
          <div className={page.bar}>
            <Button
              type="submit"
              appearance="primary"
              icon={busy ? <Spinner size="extra-tiny" aria-hidden /> : <SaveRegular />}
              disabledFocusable={busy}
            >
              {saveText}
            </Button>
            <Button disabledFocusable={!dirty || busy} onClick={() => void reset()}>
              重置
            </Button>
            {note}
            {dirty && <Text className={page.muted}>有未保存的修改</Text>}
          </div>
        )}
      </form>
      {conflict && <ConflictDialog conflict={conflict} />}
    </>
  )
}
