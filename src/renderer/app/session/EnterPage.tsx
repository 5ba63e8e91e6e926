import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { HOST_TEXTS } from '#renderer/data/hostTexts.ts'

const useStyles = makeStyles({
  steps: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    margin: 0,
    paddingLeft: '20px',
    lineHeight: tokens.lineHeightBase400,
  },
  button: { justifySelf: 'start' },
})

/** A tab that has no secret of this run, and none of whose neighbours has one. */
export function EnterPage({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles()
  const { title, steps, retry } = HOST_TEXTS.enter
  return (
    <FrontDoor width={420}>
      <Text as="h1" weight="semibold" size={600}>
        {title}
      </Text>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button className={styles.button} onClick={onRetry}>
        {retry}
      </Button>
    </FrontDoor>
  )
}
