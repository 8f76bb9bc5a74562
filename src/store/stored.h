/* store/stored.h - what the insertion of a state, or of a key of one, found.
 *
 * Layer    store.
 */
#ifndef COSET_STORE_STORED_H
#define COSET_STORE_STORED_H

/* FULL: neither found nor added. */
typedef enum { COSET_STORE_NEW, COSET_STORE_OLD, COSET_STORE_FULL } coset_stored;

#endif
