import { Avatar, Badge, makeStyles, tokens } from '@fluentui/react-components'
import type { Member } from '#shared/contract/member.ts'
import { MediaThumb } from '#renderer/features/media/picker/MediaThumb.tsx'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  picture: {
    flex: 'none',
    width: '28px',
    height: '28px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: '16px',
  },
})

/** Avatar and user name of a member in a row. */
export function MemberName({ member: { headSculpture, userName, isErased } }: { member: Member }) {
  const styles = useStyles()
  return (
    <span className={styles.root}>
      {headSculpture ? (
        <span className={styles.picture}>
          <MediaThumb kind="image" src={headSculpture} />
        </span>
      ) : (
        <Avatar size={28} aria-hidden />
      )}
      <TitleCell title={userName}>
        {isErased && (
          <Badge appearance="tint" color="subtle">
            已抹除
          </Badge>
        )}
      </TitleCell>
    </span>
  )
}
