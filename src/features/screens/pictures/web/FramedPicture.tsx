import { type CSSProperties, useState } from 'react';
import './parts/framed-picture.css';

type FramedPictureProps = {
  readonly id: string;
  readonly alt: string;
  readonly className: string;
  readonly hidden?: boolean;
  readonly style?: CSSProperties;
  /** Loads when it is scrolled to. A wall has its pictures before their turn. */
  readonly lazy?: boolean;
};

/** A picture as large as its frame, on a light card: a black logo without a background can be read on a dark wall. */
export function FramedPicture({ id, alt, className, hidden, style, lazy = false }: FramedPictureProps) {
  const [ratio, setRatio] = useState(16 / 9);
  return (
    <div className={`framed-picture ${className}`} hidden={hidden} style={style}>
      <img
        src={`/pictures/${id}`}
        alt={alt}
        loading={lazy ? 'lazy' : 'eager'}
        style={{ '--ratio': ratio } as CSSProperties}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          naturalHeight > 0 && setRatio(naturalWidth / naturalHeight)
        }
      />
    </div>
  );
}
