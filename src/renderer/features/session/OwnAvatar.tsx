import { Avatar } from '@fluentui/react-components'
import { useSession } from '#renderer/data/useSession.ts'
import { useOwnAvatar } from './useOwnAvatar.ts'

/** The picture of the one who is signed in, or the beginning of its name. Decoration. */
export function OwnAvatar({ size }: { size: 24 | 72 }) {
  const name = useSession()?.username ?? ''
  const { image } = useOwnAvatar()
  return <Avatar name={name} size={size} color="brand" aria-hidden {...(image && { image: { src: image } })} />
}
