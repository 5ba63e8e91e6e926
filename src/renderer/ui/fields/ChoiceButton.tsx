import { Button, type ButtonProps, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons'

const useStyles = makeStyles({
  root: {
    minWidth: '160px',
    justifyContent: 'space-between',
    fontWeight: tokens.fontWeightRegular,
    overflow: 'hidden',
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  // The colour of an empty input's placeholder.
  nothing: { color: tokens.colorNeutralForeground4 },
  sign: { color: tokens.colorNeutralStrokeAccessible },
})

type Props = Extract<ButtonProps, { as?: 'button' }> & {
  text: string
  /** Whether the text is a placeholder. */
  isNothing: boolean
  /** Id of the text, for labels of the button. */
  textId?: string
}

/** A button that looks like a dropdown: the chosen value and an arrow. For a PopoverTrigger. */
export function ChoiceButton({ text, isNothing, textId, className, ...button }: Props) {
  const styles = useStyles()
  return (
    <Button
      {...button}
      data-print="keep"
      className={mergeClasses(styles.root, className)}
      icon={<ChevronDownRegular className={button.disabled ? undefined : styles.sign} />}
      iconPosition="after"
    >
      <span id={textId} className={mergeClasses(styles.text, isNothing && styles.nothing)}>
        {text}
      </span>
    </Button>
  )
}
