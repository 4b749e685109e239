// The star that marks a favourite.

export function Star({ isFull }: { readonly isFull: boolean }) {
  return (
    <svg className="markets-star-mark" viewBox="0 0 16 16" aria-hidden data-full={isFull}>
      <path d="M8 1.8 9.9 5.9l4.4.5-3.3 3 .9 4.4L8 11.6l-3.9 2.2.9-4.4-3.3-3 4.4-.5Z" />
    </svg>
  );
}
