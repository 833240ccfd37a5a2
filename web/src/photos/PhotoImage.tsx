import type { Photo, PhotoSize } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../calls.ts'
import classes from './photos.module.css'

interface Props {
  photo: Pick<Photo, 'id' | 'deletedAt'>
  size: PhotoSize
  alt: string
  className?: string
}

/** Read by the API's own call, because an `<img>` can't sign in. */
export function PhotoImage({ photo: { id, deletedAt }, size, alt, className }: Props) {
  const { data, isError } = useCall(photoCalls.getPhoto, deletedAt === null ? { id, size } : 'not yet', { what: null })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (deletedAt !== null) return <span className={`${classes.missing} ${className ?? ''}`}>Supprimée</span>
  if (isError) return <span className={`${classes.missing} ${className ?? ''}`}>Illisible</span>
  return url ? <img src={url} alt={alt} className={className} /> : <span className={`${classes.missing} ${className ?? ''}`} aria-busy />
}
